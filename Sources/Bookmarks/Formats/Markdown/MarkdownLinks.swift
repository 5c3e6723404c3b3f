import Markup

/// Collects the links of a ``MarkdownFile``, in its Markdown and in its HTML.
final class MarkdownLinks: HTMLEvents {
  /// The heading of the whole text, if there is one.
  private(set) var title: String?

  private let options: BookmarkReader.Options
  private let base: WebAddress?
  private var headings: Headings
  private var headingHasLink = false
  private var headingIsTopic = false
  private var entries: [EntryReader.Entry] = []
  private var draft: BookmarkDraft?
  private var draftLine: Int?
  /// The line being read, from 1.
  var line: Int?
  private var linkText = ""
  private var pictureTitle = ""

  /// - Parameter hasTitle: whether the only first-level heading is the title of the text.
  init(options: BookmarkReader.Options, hasTitle: Bool) {
    self.options = options
    base = options.baseAddress
    headings = Headings(levels: (hasTitle ? 2 : 1)...6)
  }

  /// Ends an open link, and returns all links.
  func finish() -> [EntryReader.Entry] {
    end()
    return entries
  }

  // MARK: - Markdown

  /// Begins a link.
  /// - Parameter address: nil for one that isn't an entry.
  func begin(_ address: String?, summary: String? = nil, tags: [String] = []) {
    end()
    headingHasLink = headings.open != nil
    guard let address = address.flatMap(absolute) else { return }
    var draft = BookmarkDraft(address: address)
    draft.summary = summary
    draft.tags = topics + tags
    self.draft = draft
    draftLine = line
  }

  /// Adds an address in a text. In the text of a link, it isn't a second link.
  func add(address: String) {
    guard draft == nil else { return }
    entries.append(BookmarkDraft(address: address, tags: topics).entry(line: line))
  }

  func add(_ text: String) {
    guard wantsText else { return }
    if draft != nil { linkText += text }
    headings.add(text)
  }

  func add(picture text: String) {
    if draft != nil { pictureTitle += text }
  }

  func begin(heading level: Int) {
    guard headings.open == nil else { return }
    headings.started(Self.headingElements[level - 1])
    // A linked heading in HTML is an advertisement. In Markdown it's a topic with a page.
    headingIsTopic = true
  }

  func end(heading level: Int) { elementEnded(Self.headingElements[level - 1], depth: 0) }

  private static let headingElements: [ElementName] = [.h1, .h2, .h3, .h4, .h5, .h6]

  // MARK: - HTML

  var wantsText: Bool { draft != nil && linkText.utf8.count < 100_000 || headings.isOpen }

  func elementStarted(_ element: ElementName, _ tag: StartTag, depth: Int) {
    switch element {
    case .a: begin(tag.attributes["href"])
    case .img: add(picture: tag.attributes["alt"] ?? "")
    default:
      guard options.picksEntries, headings.open == nil else { return }
      headings.started(element)
      headingIsTopic = false
    }
  }

  func elementEnded(_ element: ElementName, depth: Int) {
    if element == .a { end() }
    let isTopic = headingIsTopic || !headingHasLink
    if let heading = headings.ended(element, isTopic: isTopic) {
      if element == .h1, title == nil { title = heading }
      headingHasLink = false
    }
  }

  func textRead(_ text: TextToken) { add(text.string) }

  /// The headings above a link. A linked heading isn't a topic of its own link.
  private var topics: [String] { headings.open == nil ? headings.names : [] }

  /// Returns the address of a link, or nil for an address within the text, a file beside it, or an
  /// address that isn't on the web.
  private func absolute(_ address: String) -> String? {
    if address.containsBytes("://") { return address }
    guard let base, !address.hasPrefix("#") else { return nil }
    return WebAddress(address, relativeTo: base)?.text
  }

  /// Ends a link.
  func end() {
    guard var draft else { return }
    defer { (self.draft, linkText, pictureTitle) = (nil, "", "") }
    let hasText =
      linkText.utf8.contains(where: { $0 > 0x20 && $0 < 0x7F })
      || linkText.contains { !$0.isWhitespace }
    // A linked picture is a badge or an advertisement.
    if options.picksEntries, !hasText { return }
    draft.title = hasText ? linkText : pictureTitle
    // The number of a footnote isn't a title.
    if linkText.hasPrefix("^") { draft.title = nil }
    entries.append(draft.entry(line: draftLine))
  }
}

/// The text after the link in a list item: ` — summary #tag #tag of words#`. Tags with spaces end
/// in a second `#`, as Bear writes them.
struct MarkdownTail {
  let summary: String?
  let tags: [String]
  /// Whether a dash or a colon stands before the summary.
  let isMarked: Bool

  init(_ text: String) {
    // buku writes tags into a comment.
    let comment = text.firstMatch(of: /<!--\s*TAGS:(.*?)-->/)
    var rest = Self.trimmed(
      (comment.map { text.replacing($0.0, with: "") } ?? text).unicodeScalars[...])
    var tags: [String] = []
    while tags.count < Bookmark.tagLimit, let (tag, start) = Self.lastTag(rest) {
      tags.append(MarkdownEscape.unescaped(String(tag)))
      rest = Self.trimmed(rest[..<start])
    }
    let listed = comment.map { TagList.tags(in: String($0.1)) } ?? []
    self.tags = listed + tags.reversed()
    isMarked = Self.begins(rest, withOneOf: Self.marks)
    if isMarked { rest = rest.dropFirst() }
    summary = rest.isEmpty ? nil : MarkdownNode.plainText(String(rest))
  }

  private typealias Text = String.UnicodeScalarView.SubSequence

  private static let dashes: [Unicode.Scalar] = ["—", "–", "-", ":"]
  private static let marks = dashes + ["|"]

  /// Whether the text after a link is its description: ` — summary`.
  static func isDescription(_ text: String) -> Bool {
    begins(text.unicodeScalars.drop { $0.isWhitespace }, withOneOf: dashes)
  }

  /// Whether a text begins with a mark that's followed by a space.
  private static func begins(_ text: Text, withOneOf marks: [Unicode.Scalar]) -> Bool {
    guard let mark = text.first, marks.contains(mark) else { return false }
    return text.dropFirst().first?.isWhitespace ?? true
  }

  /// Returns the tag at the end of a text, and the position of its `#`.
  private static func lastTag(_ text: Text) -> (Text, Text.Index)? {
    guard Substring(text).utf8.contains(UInt8(ascii: "#")), let last = text.indices.last else {
      return nil
    }
    if isMark(last, in: text) {
      let words = text[..<last]
      guard let start = words.indices.reversed().first(where: { isMark($0, in: text) }),
        isAtWordStart(start, in: text)
      else { return nil }
      let tag = words[words.index(after: start)...]
      return tag.first.map { !$0.isWhitespace } == true ? (tag, start) : nil
    }
    let word = text.indices.reversed().prefix { !text[$0].isWhitespace }
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
    index == text.startIndex || text[text.index(before: index)].isWhitespace
  }

  private static func trimmed(_ text: Text) -> Text {
    var text = text.drop { $0.isWhitespace }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is white space. Faster than Unicode's tables.
  fileprivate var isWhitespace: Bool {
    isASCII ? self == " " || (0x09...0x0D).contains(value) : properties.isWhitespace
  }
}
