import Localization
import Markup

/// Reads the links in a Markdown text (https://spec.commonmark.org/0.31.2/): in brackets with their
/// address or by reference, in angle brackets, bare as on GitHub (https://github.github.com/gfm/),
/// and in HTML. A list item that begins with its only link may continue with a summary and tags, as
/// in our own exports. Code, comments and images aren't links.
///
/// Headings become tags only if the entries of a list are picked, because headings in prose aren't
/// topics; see ``BookmarkReader/Options/picksEntries``.
///
/// A link may be partly Markdown and partly HTML, so both go to ``MarkdownLinks``: the nodes of the
/// Markdown as such, and the HTML in it through the parser of pages.
struct MarkdownFile {
  let source: [Range<Int>]
  let bytes: [UInt8]
  let options: BookmarkReader.Options
  private let links: MarkdownLinks
  private let parser: HTMLParser
  /// The number of open links and images.
  private var linkDepth = 0
  private var pictureDepth = 0
  /// The entries among the links of a list item's paragraph, if entries are picked.
  private var itemEntries: Set<MarkdownNode>?
  private var isInHeading = false
  private var columns: MarkdownColumns?

  static func content(
    of bytes: [UInt8], _ options: BookmarkReader.Options
  ) throws(MalformedContent) -> WholeFileReader.Content {
    let matter = FrontMatter(bytes)
    // Empty lines in its place keep the numbers of the others.
    let lineBreaks = bytes[..<matter.end].filter { $0 == UInt8(ascii: "\n") }
    let body = matter.end > 0 ? lineBreaks + bytes[matter.end...] : bytes
    // Rows of a table are entries with a description.
    let syntax: MarkdownLines.Options = options.picksEntries ? .tables : []
    guard let document = MarkdownDocument(markingEscapedColons(body), options: syntax) else {
      throw MalformedContent(reason: localized("not enough memory"))
    }
    let links = MarkdownLinks(options: options, hasTitle: titleCount(of: document) == 1)
    var file = MarkdownFile(body, options, links)
    document.walk { node, begins in file.add(node, begins: begins) }
    file.parser.finish()
    var entries = links.finish()
    if let page = MarkdownPage(matter, body: body),
      !options.picksEntries || entries.isEmpty || page.isOurs
    {
      entries = [page.draft.entry(line: 1)] + (page.isOurs ? [] : entries)
    }
    return (entries, FileDetails(title: matter.title ?? links.title))
  }

  /// The number of first-level headings.
  private static func titleCount(of document: MarkdownDocument) -> Int {
    var count = 0
    document.walk { node, begins in
      if node.kind == .html { count += node.text.matches(of: /(?i)<h1\b/).count }
      if node.kind == .heading, begins, node.headingLevel == 1 { count += 1 }
    }
    return count
  }

  private init(_ bytes: [UInt8], _ options: BookmarkReader.Options, _ links: MarkdownLinks) {
    self.bytes = bytes
    self.options = options
    self.links = links
    parser = HTMLParser(events: links)
    var lines: [Range<Int>] = []
    var start = 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.count
      lines.append(start..<end)
      let isPair = end + 1 < bytes.count && bytes[end] == 0x0D && bytes[end + 1] == 0x0A
      start = end + (isPair ? 2 : 1)
    }
    source = lines
  }

  /// Replaces `\:` with a character that no text contains, because `https\://…` isn't meant to be a
  /// link and the parser would forget the backslash. The character has the same number of bytes, so
  /// columns stay right.
  private static func markingEscapedColons(_ bytes: [UInt8]) -> [UInt8] {
    guard bytes.contains(UInt8(ascii: "\\")) else { return bytes }
    var marked = bytes
    var isEscaped = false
    for position in bytes.indices {
      if isEscaped, bytes[position] == UInt8(ascii: ":") {
        marked.replaceSubrange(position - 1...position, with: colonMark)
      }
      isEscaped = !isEscaped && bytes[position] == UInt8(ascii: "\\")
    }
    return marked
  }

  private static func unmarkingColons(_ text: String) -> String {
    text.utf8.contains(colonMark[1]) ? text.replacing("\u{81}", with: ":") : text
  }

  /// U+0081, a control character without meaning.
  private static let colonMark: [UInt8] = [0xC2, 0x81]

  private mutating func add(_ node: MarkdownNode, begins: Bool) {
    if begins, node.firstLine > 0 { links.line = node.firstLine }
    switch node.kind {
    case .link where begins:
      linkDepth += 1
      if itemEntries?.contains(node) == false { return links.begin(nil) }
      let tail = tail(after: node)
      var summary = tail?.summary
      if options.picksEntries, tail?.isMarked != true {
        let isEntry = { itemEntries?.contains($0) ?? true }
        let description = MarkdownDescription(of: node, columns: &columns, isEntry: isEntry)
        // Without a mark, all the text behind the link describes it.
        summary = description.marked ?? (tail == nil ? description.unmarked : summary)
      }
      links.begin(
        Self.unmarkingColons(node.address), summary: summary.map(Self.unmarkingColons),
        tags: tail?.tags ?? [])
    case .link:
      linkDepth -= 1
      links.end()
    case .picture: pictureDepth += begins ? 1 : -1
    case .text: add(node.text)
    case .inlineCode where linkDepth > 0 || isInHeading: links.add(Self.unmarkingColons(node.text))
    case .html: parse(Self.withoutRawText(node.text))
    case .inlineHTML:
      let name = node.text.lowercased().drop { $0 == "<" || $0 == "/" }.prefix(while: \.isLetter)
      if name == "a" || name == "img" { parse(node.text) }
    case .softBreak, .lineBreak: links.add("\n")
    case .heading where options.picksEntries:
      isInHeading = begins
      if begins {
        links.begin(heading: node.headingLevel)
      } else {
        links.end(heading: node.headingLevel)
      }
    case .paragraph, .heading, .cell:
      itemEntries = nil
      guard begins else { return links.add("\n") }
      if options.picksEntries, node.parent?.kind == .item {
        let entries = ListItemLinks(paragraph: node).entries
        if !entries.isEmpty { itemEntries = Set(entries) }
      }
    default: break
    }
  }

  private func parse(_ html: String) { parser.parse(Self.unmarkingColons(html).utf8) }

  /// Disables tags whose content isn't markup, because an unclosed one would swallow the following
  /// text. GitHub disables the same tags
  /// (https://github.github.com/gfm/#disallowed-raw-html-extension-).
  private static func withoutRawText(_ html: String) -> String {
    if html.prefixMatch(of: /(?i)\s*<(?:script|style|textarea)\b/) != nil { return "" }
    return html.replacing(
      /(?i)<(?=\/?(?:script|style|title|textarea|xmp|iframe|noembed|noframes|plaintext)\b)/,
      with: "&lt;")
  }

  private func add(_ text: String) {
    // The description of an image is the title of the link around it.
    if pictureDepth > 0 { return links.add(picture: Self.unmarkingColons(text)) }
    // Most texts have no address.
    guard linkDepth == 0, itemEntries == nil, text.containsBytes("://") else {
      return links.add(Self.unmarkingColons(text))
    }
    let bytes = Array(text.utf8)
    func add(_ range: Range<Int>) {
      links.add(Self.unmarkingColons(String(decoding: bytes[range], as: UTF8.self)))
    }
    var position = 0
    for address in BareAddress.all(in: bytes[...]) {
      add(position..<address.start)
      links.add(address: Self.unmarkingColons(address.text))
      position = address.end
    }
    add(position..<bytes.count)
  }
}

extension MarkdownFile {
  /// Returns the text after a link at the start of a list item, if the item has no other link. When
  /// entries are picked, a description that begins with a dash or a colon may contain other links.
  func tail(after link: MarkdownNode) -> MarkdownTail? {
    guard let paragraph = link.parent, paragraph.kind == .paragraph,
      paragraph.parent?.kind == .item, paragraph.firstLine == link.firstLine,
      source.indices.contains(paragraph.firstLine - 1),
      source.indices.contains(paragraph.lastLine - 1)
    else { return nil }
    var isFirst = true
    var isBehind = false
    var isDescribed = false
    var child = paragraph.firstChild
    while let node = child {
      child = node.next
      switch node.kind {
      case .link where !isFirst && isDescribed: break
      case .link:
        guard isFirst else { return nil }
        (isFirst, isBehind) = (false, true)
        isDescribed =
          options.picksEntries && node.next.map { MarkdownTail.isDescription($0.text) } == true
      case .inlineHTML where isBehind && (isDescribed || node.text.hasPrefix("<!--")): break
      case .inlineHTML: return nil
      case .text where isBehind && !isDescribed:
        if BareAddress.occurs(in: node.text) { return nil }
      case .text where isBehind: break
      // A checkbox.
      case .text: if !["[ ] ", "[x] ", "[X] "].contains(node.text) { return nil }
      default: if !isBehind { return nil }
      }
    }
    let first = source[paragraph.firstLine - 1]
    guard let next = link.next else { return nil }
    // The parser's columns are wrong for links in angle brackets.
    let isBreak = next.kind == .softBreak || next.kind == .lineBreak
    let end = isBreak ? first.upperBound : first.lowerBound + next.firstColumn - 1
    // They're also wrong for lines with tabs.
    guard end <= first.upperBound, end > first.lowerBound, ")>]".utf8.contains(bytes[end - 1])
    else { return nil }
    let rest = source[paragraph.firstLine..<max(paragraph.firstLine, paragraph.lastLine)]
    var text = String(decoding: bytes[end..<first.upperBound], as: UTF8.self)
    for line in rest { text += " " + String(decoding: bytes[line], as: UTF8.self) }
    return MarkdownTail(text)
  }
}
