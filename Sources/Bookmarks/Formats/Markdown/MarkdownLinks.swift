import Markup

/// Collects the links in the HTML that ``MarkdownFile`` makes of a text.
final class MarkdownLinks: HTMLEvents {
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

  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    let attributes = tag.attributes
    switch element {
    // An address in the text of a link isn't a second link.
    case .other where draft == nil && tag.name == "barelink":
      line = attributes["line"].flatMap { Int($0) }
      if let address = attributes["href"] {
        entries.append(BookmarkDraft(address: address).entry(line: line))
      }
    case .a:
      endLink()
      guard let address = attributes["href"], address.contains("://") else { return }
      var draft = BookmarkDraft(address: address)
      draft.summary = attributes["summary"]
      draft.tags = attributes["tags"].map(TagList.tags) ?? []
      if attributes.has("line") { line = attributes["line"].flatMap { Int($0) } }
      self.draft = draft
    case .img where draft != nil: pictureTitle += attributes["alt"] ?? ""
    default: break
    }
  }

  func elementEnded(_ element: ElementName, depth: Int) {
    if element == .a { endLink() }
  }

  func textRead(_ text: TextToken) { title += text.string }

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

/// The text after the link in a list item: ` — summary #tag #tag of words#`. Tags with spaces end
/// in a second `#`, as Bear writes them.
struct MarkdownTail {
  let summary: String?
  let tags: [String]

  init(_ text: String) {
    var rest = Self.trimmed(text.unicodeScalars[...])
    var tags: [String] = []
    while tags.count < Bookmark.tagLimit, let (tag, start) = Self.lastTag(rest) {
      tags.append(MarkdownEscape.unescaped(String(tag)))
      rest = Self.trimmed(rest[..<start])
    }
    self.tags = tags.reversed()
    let marks: Set<Unicode.Scalar> = ["—", "–", "-", ":", "|"]
    if let mark = rest.first, marks.contains(mark),
      rest.dropFirst().first?.properties.isWhitespace ?? true
    {
      rest = rest.dropFirst()
    }
    summary = rest.isEmpty ? nil : MarkdownNode.plainText(String(rest))
  }

  private typealias Text = String.UnicodeScalarView.SubSequence

  /// Returns the tag at the end of a text, and the position of its `#`.
  private static func lastTag(_ text: Text) -> (Text, Text.Index)? {
    guard let last = text.indices.last else { return nil }
    if isMark(last, in: text) {
      let words = text[..<last]
      guard let start = words.indices.reversed().first(where: { isMark($0, in: text) }),
        isAtWordStart(start, in: text)
      else { return nil }
      let tag = words[words.index(after: start)...]
      return tag.first.map { !$0.properties.isWhitespace } == true ? (tag, start) : nil
    }
    let word = text.indices.reversed().prefix { !text[$0].properties.isWhitespace }
    guard let start = word.last, isMark(start, in: text) else { return nil }
    let tag = text[text.index(after: start)...]
    // A bare number refers to an issue or the like.
    return tag.allSatisfy { ("0"..."9").contains($0) } ? nil : (tag, start)
  }

  private static func isMark(_ index: Text.Index, in text: Text) -> Bool {
    guard text[index] == "#" else { return false }
    return text[..<index].reversed().prefix { $0 == "\\" }.count.isMultiple(of: 2)
  }

  private static func isAtWordStart(_ index: Text.Index, in text: Text) -> Bool {
    index == text.startIndex || text[text.index(before: index)].properties.isWhitespace
  }

  private static func trimmed(_ text: Text) -> Text {
    var text = text.drop { $0.properties.isWhitespace }
    while text.last?.properties.isWhitespace == true { text.removeLast() }
    return text
  }
}
