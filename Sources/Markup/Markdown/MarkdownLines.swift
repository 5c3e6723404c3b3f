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
    case none, code, html(HTMLBlock), table(columns: Int)
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
