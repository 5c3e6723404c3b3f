/// An open paragraph whose last line may become the header of a table
/// (https://github.github.com/gfm/#tables-extension-).
struct MarkdownParagraph: Equatable {
  private var lines = 0
  private var bars = 0
  /// The number of cells in the last line.
  private var cells = 0

  /// cmark rereads the whole paragraph where a table may begin, which takes quadratic time.
  private static let linesLimit = 8
  private static let barsLimit = 1_000
  /// Nobody reads wider tables, and cmark takes quadratic time for their rows.
  static let columnsLimit = 200

  mutating func add(_ line: ArraySlice<UInt8>) {
    lines += 1
    cells = MarkdownRow.cells(in: line)
    bars += cells
  }

  /// Returns the number of columns if this line is a delimiter row, so that the line before is a
  /// table's header.
  func columns(delimitedBy line: ArraySlice<UInt8>) -> Int? {
    guard lines <= Self.linesLimit, bars <= Self.barsLimit, cells <= Self.columnsLimit,
      MarkdownRow.isDelimiter(line), MarkdownRow.cells(in: line) == cells
    else { return nil }
    return cells
  }
}

/// A row of a table.
package enum MarkdownRow {
  /// Returns the number of cells in a row.
  static func cells(in line: ArraySlice<UInt8>) -> Int {
    var rest = trimmed(line)
    if rest.first == UInt8(ascii: "|") { rest.removeFirst() }
    if rest.isEmpty { return 0 }
    var bars = 0
    var isEscaped = false
    var endsInBar = false
    for byte in rest {
      endsInBar = byte == UInt8(ascii: "|") && !isEscaped
      if endsInBar { bars += 1 }
      isEscaped = byte == UInt8(ascii: "\\")
    }
    return endsInBar ? bars : bars + 1
  }

  /// Whether a row is a delimiter row: only hyphens in each cell, with optional colons at their
  /// ends.
  static func isDelimiter(_ line: ArraySlice<UInt8>) -> Bool {
    guard mayBeDelimiter(line) else { return false }
    var rest = trimmed(line)
    if rest.first == UInt8(ascii: "|") { rest.removeFirst() }
    if rest.last == UInt8(ascii: "|") { rest.removeLast() }
    return rest.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).allSatisfy {
      var cell = trimmed($0)
      if cell.first == UInt8(ascii: ":") { cell.removeFirst() }
      if cell.last == UInt8(ascii: ":") { cell.removeLast() }
      return !cell.isEmpty && cell.allSatisfy { $0 == UInt8(ascii: "-") }
    }
  }

  /// Whether a row has hyphens and no text.
  static func mayBeDelimiter(_ line: ArraySlice<UInt8>) -> Bool {
    var hyphens = 0
    for byte in line {
      switch byte {
      case UInt8(ascii: "-"): hyphens += 1
      case UInt8(ascii: "|"), UInt8(ascii: ":"), 0x20, 0x09, 0x0B, 0x0C: break
      default: return false
      }
    }
    return hyphens > 0
  }

  private static func trimmed(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var line = line.drop { $0 == 0x20 || $0 == 0x09 }
    while let last = line.last, last == 0x20 || last == 0x09 { line.removeLast() }
    return line
  }
}
