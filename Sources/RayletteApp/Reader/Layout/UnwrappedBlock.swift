/// A block whose lines aren't wrapped, but can be scrolled sideways if they're too long.
struct UnwrappedBlock: Equatable, Sendable {
  let content: Content
  /// The free columns at the sides of the block.
  let margins: Margins
  /// The column of the block's text.
  let textX: Int
  /// The number of columns for the block's text.
  let room: Int
  /// Whether lines begin at the right, so that scrolling starts there.
  let isMirrored: Bool
  /// The width of the longest line.
  private(set) var width = 0
  private(set) var lines: Range<Int>

  enum Content: Equatable, Sendable {
    case code(language: String?)
    /// - Parameter headerLines: the number of lines of the header, including the rule below.
    case table(headerLines: Int)
    case formula
  }

  /// The width for printed lines, which aren't scrolled.
  static let unlimited = 1 << 20

  init(
    _ content: Content, _ margins: Margins, textX: Int, room: Int, isMirrored: Bool, line: Int
  ) {
    self.content = content
    self.margins = margins
    self.textX = textX
    self.isMirrored = isMirrored
    self.room = max(1, room)
    lines = line..<line
  }

  /// The number of columns by which the block can be scrolled.
  var overhang: Int { max(0, width - room) }

  /// Returns the number of columns that the block's left edge is scrolled, if the page is scrolled
  /// by a number of columns from its start.
  func shift(_ sideways: Int) -> Int {
    isMirrored ? overhang - min(sideways, overhang) : min(sideways, overhang)
  }

  /// Returns the number of columns that the page has to be scrolled so that the block's left edge
  /// is scrolled by a number of columns.
  func sideways(_ shift: Int) -> Int { isMirrored ? max(0, overhang - shift) : shift }

  /// Adds a line. The block now ends before an index.
  mutating func add(lineOf columns: Int, end: Int) {
    width = max(width, columns)
    lines = lines.lowerBound..<end
  }
}

extension ArticleLayout {
  /// The block that a line belongs to, if it can be scrolled sideways.
  func unwrappedBlock(of line: ArticleLine) -> UnwrappedBlock? {
    guard case .unwrapped(let index) = line.kind else { return nil }
    return unwrappedBlocks[index]
  }

  /// Returns how far the widest block in a range of lines can be scrolled sideways.
  func overhang(in lines: Range<Int>) -> Int {
    let first = unwrappedBlocks.partitioningIndex { $0.lines.upperBound > lines.lowerBound }
    return unwrappedBlocks[first...].prefix { $0.lines.lowerBound < lines.upperBound }
      .map(\.overhang).max() ?? 0
  }

  /// Returns the lines of a table's header, which stay at the top of the screen while the rows
  /// scroll below.
  func headerLines(above top: Int) -> Range<Int> {
    let index = unwrappedBlocks.partitioningIndex { $0.lines.upperBound > top }
    guard index < unwrappedBlocks.count,
      case .table(let count) = unwrappedBlocks[index].content, count <= Self.headerLimit
    else { return 0..<0 }
    let table = unwrappedBlocks[index].lines
    guard table.lowerBound < top, table.upperBound - top > count else { return 0..<0 }
    return table.lowerBound..<table.lowerBound + count
  }

  /// Returns the index of the line in a row of the screen.
  func line(atRow row: Int, top: Int) -> Int {
    let header = headerLines(above: top)
    return row < header.count ? header.lowerBound + row : top + row
  }

  /// The most lines of a header that stays. Paging keeps this many lines on screen, so that the
  /// header never covers an unseen line.
  private static let headerLimit = ReaderLayout.linesKept
}
