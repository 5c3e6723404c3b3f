/// Reads the lines of a Markdown text like cmark
/// (https://spec.commonmark.org/0.31.2/#phase-1-block-structure), to distinguish text from code
/// before parsing.
package struct MarkdownLines {
  /// The kind of a line, after the marks of the quotes and items around it.
  package enum Content: Equatable, Sendable {
    case blank
    /// A line of a paragraph, or the first line of an underlined heading.
    case paragraph(isFirst: Bool)
    case heading
    /// A horizontal line, or a line below a heading.
    case rule
    /// The line below the header of a table.
    case delimiterRow
    case row
    /// The line before or after a block of code.
    case fence(language: Range<Int>)
    case code
    case html
  }

  package struct Line: Sendable {
    /// The range without the line break.
    package var range: Range<Int>
    /// The start of the content.
    package var start: Int
    /// The column of the content, from 0.
    package var column: Int
    /// The end of the line break.
    package var next: Int
    package var content: Content
    /// The number of quotes, items and notes around the line, and whether a quote is among them.
    package var depth: Int
    package var isQuoted: Bool
  }

  /// The syntax to read beyond CommonMark.
  package struct Options: OptionSet, Sendable {
    package let rawValue: UInt8

    package init(rawValue: UInt8) { self.rawValue = rawValue }

    /// Tables and struck-through text.
    package static let tables = Options(rawValue: 1)
    package static let footnotes = Options(rawValue: 2)
  }

  let text: [UInt8]
  let options: Options
  private var position = 0
  var containers: [Container] = []
  var leaf = Leaf.none

  /// The leaf block of the last lines.
  enum Leaf: Equatable {
    case none, code
    case html(HTMLBlock)
    case table(columns: Int)
    case paragraph(MarkdownParagraph)
    case fence(UInt8, length: Int)
  }

  struct Container {
    enum Kind { case quote, item, footnote }

    var kind: Kind
    /// The number of columns of indentation.
    var width = 0
    var hasContent = false
  }

  package init(_ text: [UInt8], options: Options) {
    self.text = text
    self.options = options
  }

  /// The next line, or nil at the end.
  package mutating func next() -> Line? {
    guard position < text.count else { return nil }
    let end = text[position...].firstIndex { $0 == 0x0A || $0 == 0x0D } ?? text.count
    let isPair = end + 1 < text.count && text[end] == 0x0D && text[end + 1] == 0x0A
    let next = min(text.count, end + (isPair ? 2 : 1))
    var cursor = MarkdownCursor(position..<end, of: text)
    let first = position
    position = next
    let content = read(&cursor)
    let space = cursor.space
    return Line(
      range: first..<end, start: space.end, column: cursor.column + space.columns, next: next,
      content: content, depth: containers.count,
      isQuoted: containers.contains { $0.kind == .quote })
  }

  // MARK: - Containers

  private mutating func read(_ cursor: inout MarkdownCursor) -> Content {
    let matched = containers.prefix { Self.continues($0, &cursor) }.count
    let isWhole = matched == containers.count
    if isWhole, let content = continueLeaf(&cursor) { return content }
    if !isWhole, leaf.isParagraph == false { leaf = .none }
    var open = OpenLine(isWhole: isWhole, mayBeLazy: leaf.isParagraph, matched: matched)
    while !cursor.isBlank {
      if let content = openLeaf(&cursor, &open) { return content }
      guard openContainer(&cursor, &open) else { break }
    }
    return readText(&cursor, open)
  }

  /// The state of a line while its blocks are being opened.
  struct OpenLine {
    /// Whether the line continues all open containers.
    var isWhole: Bool
    /// Whether the line may continue a paragraph without the containers' marks.
    var mayBeLazy: Bool
    var matched: Int
    /// Whether the line begins a block.
    var isNew = false
  }

  private static func continues(_ container: Container, _ cursor: inout MarkdownCursor) -> Bool {
    let space = cursor.space
    switch container.kind {
    case .quote:
      guard space.columns <= 3, cursor.byte(at: space.end) == UInt8(ascii: ">") else {
        return false
      }
      cursor.skipMark(at: space.end, length: 1)
    case .footnote:
      if space.columns >= container.width {
        cursor.advance(columns: container.width)
      } else {
        // cmark ends a note at a line with spaces, but not at an empty one.
        return cursor.isEmptyLine
      }
    case .item:
      if space.columns >= container.width, !cursor.isBlank || container.hasContent {
        cursor.advance(columns: container.width)
      } else if cursor.isBlank, container.hasContent {
        cursor.advance(columns: space.columns)
      } else {
        return false
      }
    }
    return true
  }

  /// Closes the blocks that the line doesn't continue.
  mutating func close(_ open: inout OpenLine) {
    if !open.isNew { containers.removeSubrange(open.matched...) }
    open.isNew = true
    open.mayBeLazy = false
    leaf = .none
    for index in containers.indices { containers[index].hasContent = true }
  }

  private mutating func openContainer(
    _ cursor: inout MarkdownCursor, _ open: inout OpenLine
  ) -> Bool {
    let space = cursor.space
    guard space.columns < 4 else { return false }
    if cursor.byte(at: space.end) == UInt8(ascii: ">") {
      close(&open)
      containers.append(Container(kind: .quote))
      cursor.skipMark(at: space.end, length: 1)
      return true
    }
    if options.contains(.footnotes), let length = cursor.footnoteMark(at: space.end) {
      close(&open)
      containers.append(Container(kind: .footnote, width: 4))
      cursor.skip(to: space.end + length)
      return true
    }
    let interrupts = open.isWhole && !open.isNew && leaf.isParagraph
    guard let length = cursor.listMark(at: space.end, interruptsParagraph: interrupts) else {
      return false
    }
    close(&open)
    let padding = cursor.skipListMark(at: space.end, length: length)
    containers.append(Container(kind: .item, width: space.columns + padding))
    return true
  }

  // MARK: - Text

  private mutating func readText(_ cursor: inout MarkdownCursor, _ open: OpenLine) -> Content {
    var open = open
    if cursor.isBlank {
      if !open.isNew {
        containers.removeSubrange(open.matched...)
        leaf = .none
      }
      return .blank
    }
    for index in containers.indices { containers[index].hasContent = true }
    let content = cursor.position..<cursor.end
    if !open.isNew, case .paragraph(var paragraph) = leaf {
      let isTable = open.isWhole && cursor.space.columns < 4 && options.contains(.tables)
      if isTable, let columns = paragraph.columns(delimitedBy: text[content]) {
        leaf = .table(columns: columns)
        return .delimiterRow
      }
      paragraph.add(text[content])
      leaf = .paragraph(paragraph)
      return .paragraph(isFirst: false)
    }
    if !open.isNew, open.isWhole, case .table = leaf, MarkdownRow.cells(in: text[content]) > 0 {
      return .row
    }
    close(&open)
    var paragraph = MarkdownParagraph()
    paragraph.add(text[content])
    leaf = .paragraph(paragraph)
    return .paragraph(isFirst: true)
  }
}

extension MarkdownLines.Leaf {
  var isParagraph: Bool { if case .paragraph = self { true } else { false } }
}

extension MarkdownLines {
  /// Reads a line of an open code or HTML block, up to the end of the block.
  mutating func continueLeaf(_ cursor: inout MarkdownCursor) -> Content? {
    switch leaf {
    case .fence(let mark, let length):
      if cursor.space.columns <= 3, cursor.isFenceEnd(mark, length: length) {
        leaf = .none
        return .fence(language: cursor.end..<cursor.end)
      }
      return .code
    case .html(let block):
      let rest = text[cursor.position..<cursor.end]
      if block == .untilBlank, cursor.isBlank {
        leaf = .none
        return .blank
      }
      if block.ends(in: rest) { leaf = .none }
      return .html
    case .code:
      if cursor.isBlank { return .blank }
      if cursor.space.columns >= 4 { return .code }
      leaf = .none
      return nil
    case .table, .paragraph:
      if cursor.isBlank { leaf = .none }
      return nil
    case .none: return nil
    }
  }

  /// Reads a line that begins a leaf block other than a paragraph.
  mutating func openLeaf(_ cursor: inout MarkdownCursor, _ open: inout OpenLine) -> Content? {
    let space = cursor.space
    let continues = open.isWhole && !open.isNew && leaf.isParagraph
    if space.columns >= 4 {
      guard !open.mayBeLazy else { return nil }
      // In this position, the line isn't a table row.
      close(&open)
      leaf = .code
      return .code
    }
    guard let first = cursor.byte(at: space.end) else { return nil }
    switch first {
    case UInt8(ascii: "#"):
      guard cursor.isHeading(at: space.end) else { return nil }
      close(&open)
      return .heading
    case UInt8(ascii: "`"), UInt8(ascii: "~"):
      guard let length = cursor.fenceLength(at: space.end) else { return nil }
      close(&open)
      leaf = .fence(first, length: length)
      return .fence(language: space.end + length..<cursor.end)
    case UInt8(ascii: "<"):
      let rest = text[space.end..<cursor.end]
      guard let block = HTMLBlock(rest, continuesParagraph: continues) else { return nil }
      close(&open)
      if !block.ends(in: rest) { leaf = .html(block) }
      return .html
    case UInt8(ascii: "="), UInt8(ascii: "-"), UInt8(ascii: "*"), UInt8(ascii: "_"):
      let isUnderline = continues && cursor.isUnderline(at: space.end)
      guard isUnderline || cursor.isRule(at: space.end) else { return nil }
      close(&open)
      return .rule
    default: return nil
    }
  }
}

/// The kinds of HTML blocks, by their end condition
/// (https://spec.commonmark.org/0.31.2/#html-blocks).
enum HTMLBlock: Equatable {
  case untilBlank
  case comment, instruction, declaration, characterData, rawText

  /// - Parameter text: the line that begins with `<`.
  init?(_ text: ArraySlice<UInt8>, continuesParagraph: Bool) {
    let start = String(decoding: text.prefix(16), as: UTF8.self).lowercased()
    if start.hasPrefix("<!--") {
      self = .comment
    } else if start.hasPrefix("<?") {
      self = .instruction
    } else if start.hasPrefix("<![cdata[") {
      self = .characterData
    } else if start.hasPrefix("<!") {
      guard let letter = text.dropFirst(2).first, letter.isASCIILetter else { return nil }
      self = .declaration
    } else {
      let isEnd = start.hasPrefix("</")
      let name = start.dropFirst(isEnd ? 2 : 1).prefix {
        $0.isASCII && ($0.isLetter || $0.isNumber)
      }
      let after = text.dropFirst(name.utf8.count + (isEnd ? 2 : 1)).first
      let isWhole = after == nil || after == 0x20 || after == 0x09 || after == UInt8(ascii: ">")
      if !isEnd, isWhole, ["script", "pre", "style", "textarea"].contains(name) {
        self = .rawText
      } else if Self.blocks.contains(String(name)),
        isWhole || text.dropFirst(name.utf8.count + (isEnd ? 2 : 1)).starts(with: "/>".utf8)
      {
        self = .untilBlank
      } else {
        guard !continuesParagraph, Self.isOnlyTag(text) else { return nil }
        self = .untilBlank
      }
    }
  }

  /// Whether a line ends the block. The first line can do so too.
  func ends(in line: ArraySlice<UInt8>) -> Bool {
    let text = String(decoding: line, as: UTF8.self)
    return switch self {
    case .untilBlank: false
    case .comment: text.containsBytes("-->")
    case .instruction: text.containsBytes("?>")
    case .declaration: text.containsBytes(">")
    case .characterData: text.containsBytes("]]>")
    case .rawText: Self.endsRawText(text.lowercased())
    }
  }

  private static func endsRawText(_ text: String) -> Bool {
    text.containsBytes("</script>") || text.containsBytes("</pre>")
      || text.containsBytes("</style>") || text.containsBytes("</textarea>")
  }

  /// Whether a line contains one tag and nothing else.
  private static func isOnlyTag(_ line: ArraySlice<UInt8>) -> Bool {
    var rest = line.dropFirst()
    if rest.first == UInt8(ascii: "/") { rest.removeFirst() }
    guard let letter = rest.first, letter.isASCIILetter else { return false }
    var quote: UInt8?
    for (index, byte) in zip(rest.indices, rest) {
      if let open = quote {
        if byte == open { quote = nil }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      } else if byte == UInt8(ascii: "<")
        || byte == UInt8(ascii: ":") && index < rest.startIndex + 8
      {
        // An address in angle brackets is a link, not a tag.
        return false
      } else if byte == UInt8(ascii: ">") {
        return rest[(index + 1)...].allSatisfy { $0 == 0x20 || $0 == 0x09 }
      }
    }
    return false
  }

  private static let blocks: Set<String> = [
    "address", "article", "aside", "base", "basefont", "blockquote", "body", "caption", "center",
    "col", "colgroup", "dd", "details", "dialog", "dir", "div", "dl", "dt", "fieldset",
    "figcaption", "figure", "footer", "form", "frame", "frameset", "h1", "h2", "h3", "h4", "h5",
    "h6", "head", "header", "hr", "html", "iframe", "legend", "li", "link", "main", "menu",
    "menuitem", "nav", "noframes", "ol", "optgroup", "option", "p", "param", "section", "source",
    "summary", "table", "tbody", "td", "tfoot", "th", "thead", "title", "tr", "track", "ul",
  ]
}
