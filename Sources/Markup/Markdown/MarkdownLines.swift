/// Reads the lines of a Markdown text as cmark does
/// (https://spec.commonmark.org/0.31.2/#phase-1-block-structure), to tell text from code before it's
/// parsed.
package struct MarkdownLines {
  /// What a line is, behind the marks of the quotes and items that it's in.
  package enum Content: Equatable, Sendable {
    case blank
    /// A line of a paragraph, or the first line of a heading that's underlined.
    case paragraph(isFirst: Bool)
    case heading
    /// A line across the page, or one below a heading.
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
    /// Where it is, without the line break.
    package var range: Range<Int>
    /// The first byte of its content.
    package var start: Int
    /// The column of its content, from 0.
    package var column: Int
    /// The end of the line break.
    package var next: Int
    package var content: Content
    /// How many quotes, items and notes it's in, and whether there's a quote among them.
    package var depth: Int
    package var isQuoted: Bool
  }

  /// Which marks have a meaning.
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

  /// What the last lines were.
  enum Leaf: Equatable {
    case none, code, html(HTMLBlock), table(columns: Int)
    case paragraph(MarkdownParagraph)
    case fence(UInt8, length: Int)
  }

  struct Container {
    enum Kind { case quote, item, footnote }

    var kind: Kind
    /// How many columns belong to it.
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

  /// What's known of a line whose blocks are being opened.
  struct OpenLine {
    /// Whether it has the marks of all that was open.
    var isWhole: Bool
    /// Whether it may continue a paragraph without those marks.
    var mayBeLazy: Bool
    var matched: Int
    /// Whether it has marks of its own.
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

  /// Ends what a line doesn't continue.
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
