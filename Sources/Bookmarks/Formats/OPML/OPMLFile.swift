import Markup

/// Reads OPML outlines (http://opml.org/spec2.opml). Outlines with an address are links, and the
/// outlines around them are folders.
enum OPMLFile {
  static func content(of bytes: [UInt8]) throws(MalformedContent) -> WholeFileReader.Content {
    let events = try MarkupFile.read(bytes) { OPMLEvents() }
    return (events.entries, FileDetails(title: events.title, references: events.feeds))
  }
}

private final class OPMLEvents: XMLEvents {
  private(set) var entries: [EntryReader.Entry] = []
  /// The title of the outline, in its head.
  private(set) var title: String?
  /// The outlines that are feeds.
  private(set) var feeds: [BookmarkReference] = []
  /// The names of the open outlines.
  private var folders: [String] = []
  private var isInTitle = false
  /// The number of open outlines, from the outermost one that's commented out.
  private var commentDepth = 0

  var wantsText: Bool { isInTitle }

  func textRead(_ text: String) { title = (title ?? "") + text }

  func elementStarted(_ name: String, attributes: Attributes, line: Int) {
    isInTitle = name == "title" && title == nil
    guard name == "outline" else { return }
    if commentDepth > 0 {
      commentDepth += 1
      return
    }
    // Programs disagree about the case of attribute names.
    let values = Dictionary(
      attributes.all.map { ($0.name.lowercased(), $0.value) },
      uniquingKeysWith: { first, _ in first })
    func value(_ names: String...) -> String? {
      names.lazy.compactMap { values[$0] }.first { $0.contains { !$0.isWhitespace } }
    }
    // Comments out the outlines inside, too.
    if value("iscomment")?.lowercased() == "true" {
      commentDepth = 1
      return
    }
    // The text may be HTML.
    let title =
      value("text", "title").flatMap { FeedText($0, .unknown).plain(limit: TextLimit.title) } ?? ""
    // For a feed, the page's address is preferred to the feed's.
    let addresses = ["url", "htmlurl", "xmlurl"].compactMap { value($0) }
    if let address = addresses.first(where: { WebAddress($0) != nil }) ?? addresses.last {
      var draft = BookmarkDraft(address: address, title: title)
      draft.tags = folders.prefix(Bookmark.tagLimit).filter { !$0.isEmpty }
      // A category that begins with a slash is a path.
      draft.tags += (value("category").map(TagList.tags) ?? []).flatMap { category in
        category.hasPrefix("/") ? category.split(separator: "/").map(String.init) : [category]
      }
      draft.summary = value("description")
      // Outliners such as OmniOutliner and Workflowy write notes into this attribute.
      draft.note = value("_note")
      draft.savedAt = value("created").flatMap(BookmarkDate.date)
      let entry = draft.entry(line: line)
      entries.append(entry)
      if let feed = value("xmlurl").flatMap(BookmarkDraft.address), case .success(let link) = entry
      {
        feeds.append(
          BookmarkReference(
            kind: .feed, address: feed, entry: link.address, title: title, tags: link.tags))
      }
    }
    folders.append(title)
  }

  func elementEnded(_ name: String) {
    isInTitle = false
    guard name == "outline" else { return }
    if commentDepth > 0 { commentDepth -= 1 } else { _ = folders.popLast() }
  }
}
