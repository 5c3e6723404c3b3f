import Markup

/// Reads OPML outlines (http://opml.org/spec2.opml). Those with an address are links, and those
/// around them are folders.
enum OPMLFile {
  static func entries(in bytes: [UInt8]) throws(MalformedContent) -> [EntryReader.Entry] {
    try MarkupFile.entries(in: bytes) { OPMLEvents() }
  }
}

private final class OPMLEvents: MarkupFileEvents {
  /// The names of the open outlines.
  private var folders: [String] = []

  override func elementStarted(_ name: String, attributes: Attributes, line: Int) {
    super.elementStarted(name, attributes: attributes, line: line)
    guard name == "outline" else { return }
    // Programs disagree about the case of attribute names.
    let values = Dictionary(
      attributes.all.map { ($0.name.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first })
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { values[$0] }.first { $0.contains { !$0.isWhitespace } }
    }
    let title = value("text", "title") ?? ""
    // For a feed, the page comes before the feed itself.
    let addresses = ["url", "htmlurl", "xmlurl"].compactMap { value($0) }
    if let address = addresses.first(where: { WebAddress($0) != nil }) ?? addresses.last {
      var draft = BookmarkDraft(address: address, title: title)
      draft.tags = folders.prefix(Bookmark.tagLimit).filter { !$0.isEmpty }
      draft.tags += value("category").map(TagList.tags) ?? []
      draft.summary = value("description")
      // Outliners such as OmniOutliner and Workflowy write notes this way.
      draft.note = value("_note")
      draft.savedAt = value("created").flatMap(BookmarkDate.date)
      entries.append(draft.entry(line: line))
    }
    folders.append(title)
  }

  override func elementEnded(_ name: String) {
    super.elementEnded(name)
    if name == "outline" { _ = folders.popLast() }
  }
}
