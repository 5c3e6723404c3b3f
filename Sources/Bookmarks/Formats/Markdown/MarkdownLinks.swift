import Markup

/// Collects the links in the HTML that ``MarkdownFile`` makes of a text.
final class MarkdownLinks: MarkupEvents {
  private var entries: [EntryReader.Entry] = []
  private var draft: BookmarkDraft?
  private var line: Int?
  private var title = ""
  private var pictureTitle = ""

  /// Ends an open link, and returns all links.
  func finish() -> [EntryReader.Entry] {
    endLink()
    return entries
  }

  // MARK: - Events

  var wantsText: Bool { draft != nil && title.utf8.count < 100_000 }

  func elementStarted(_ name: MarkupName, attributes: MarkupAttributes) {
    switch name {
    // An address in the text of a link isn't a second link.
    case "barelink" where draft == nil:
      line = attributes["line"].flatMap { Int($0) }
      if let address = attributes["href"] {
        entries.append(BookmarkDraft(address: address).entry(line: line))
      }
    case "a":
      endLink()
      guard let address = attributes["href"], address.contains("://") else { return }
      var draft = BookmarkDraft(address: address)
      draft.summary = attributes["summary"]
      draft.tags = attributes["tags"].map(TagList.tags) ?? []
      if attributes.has("line") { line = attributes["line"].flatMap { Int($0) } }
      self.draft = draft
    case "img" where draft != nil: pictureTitle += attributes["alt"] ?? ""
    default: break
    }
  }

  func elementEnded(_ name: MarkupName) {
    if name == "a" { endLink() }
  }

  func textRead(_ text: String) { title += text }

  private func endLink() {
    guard var draft else { return }
    draft.title = title.contains { !$0.isWhitespace } ? title : pictureTitle
    // The number of a footnote isn't a title.
    if title.hasPrefix("^") { draft.title = nil }
    entries.append(draft.entry(line: line))
    self.draft = nil
    title = ""
    pictureTitle = ""
  }
}
