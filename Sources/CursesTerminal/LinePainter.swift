import CNcurses
import TerminalGrid

/// Writes grids as plain lines, for screen readers.
///
/// ncurses sends only the cells that changed, with switches of attributes and character sets between
/// them. A screen reader says what arrives: "ing 127.0.0.1", "B". So here a line that changed is
/// written whole and once, from its first column, and nothing else is: the terminal gets text,
/// positions of the cursor (CUP, ECMA-48, section 8.3.21) and clearing (EL, 8.3.41) only.
@MainActor
final class LinePainter: ScreenPainter {
  private var output: LineOutput

  init(isUTF8: Bool) { output = LineOutput(isUTF8: isUTF8) }

  func show(_ grid: Grid, size: GridSize) {
    let changes = output.changes(to: grid)
    if !changes.isEmpty { rl_send(changes) }
  }

  func removeImages() { output.forget() }

  func repaintAll() {
    output.forget()
    rl_send(LineOutput.clearing)
  }

  func joinEmoji(_ kinds: JoinedEmoji.Kinds) {}
}

/// The plain text that turns one grid on the terminal into the next.
struct LineOutput {
  let isUTF8: Bool
  /// The grid on screen. Nil if the screen is empty.
  private var last: Grid?

  init(isUTF8: Bool) { self.isUTF8 = isUTF8 }

  /// Empties the screen.
  static let clearing = "\u{1B}[H\u{1B}[2J"

  /// Writes everything the next time, because the screen was cleared.
  mutating func forget() { last = nil }

  /// Returns what to write to show a grid.
  ///
  /// The cursor ends where text is typed, or else at the beginning of the line at the focus if this
  /// or a line below was written, or of the last line that was written.
  mutating func changes(to grid: Grid) -> String {
    let previous = last.flatMap { $0.size == grid.size ? $0 : nil }
    let isResized = last != nil && previous == nil
    last = grid
    var output = isResized ? Self.clearing : ""
    var written: Int?
    var typed: Int?
    if let cursor = grid.cursor, cursor.kind == .insertion {
      typed = cursor.y
      output += changesOfTypedRow(cursor.y, from: previous, to: grid)
    }
    for line in grid.spokenLines where line != typed.map({ $0..<$0 + 1 }) {
      if let previous, !grid.isSaidAnew(line, after: previous) { continue }
      let text = line.map { plainText(of: grid.row($0)) }
      if previous == nil, text.allSatisfy(\.isEmpty) { continue }
      output += write(text, rows: line, columns: grid.size.columns)
      if !text.allSatisfy(\.isEmpty) { written = line.lowerBound }
    }
    guard let cursor = grid.cursor else { return output }
    if cursor.kind == .insertion {
      return output + move(x: cursor.x, y: cursor.y)
    }
    guard let written else {
      return output.isEmpty ? "" : output + move(x: cursor.x, y: cursor.y)
    }
    return output + move(x: 0, y: written >= cursor.y ? cursor.y : written)
  }

  /// The longest text that's said as one utterance, in columns. Readers cut longer ones anywhere,
  /// yasr after 255 bytes.
  private static let longestUtterance = 240

  /// Returns a line that's written whole. Its rows are filled up, so that they follow each other
  /// without the cursor being moved, which would end the utterance for a screen reader. A long line
  /// is several utterances.
  private func write(_ text: [String], rows: Range<Int>, columns: Int) -> String {
    var output = ""
    let together = max(1, Self.longestUtterance / max(1, columns))
    for (index, row) in text.enumerated() {
      if index % together == 0 { output += move(x: 0, y: rows.lowerBound + index) }
      output += row
      if index == text.count - 1 || index % together == together - 1 {
        output += Self.clearToEnd
      } else {
        let missing = columns - DisplayWidth.columns(of: row)
        output += String(repeating: " ", count: max(0, missing))
      }
    }
    return output
  }

  /// Returns the changed end of a row that's being typed in, because a screen reader says the typed
  /// character by itself.
  private func changesOfTypedRow(_ y: Int, from previous: Grid?, to grid: Grid) -> String {
    let new = Array(grid.row(y))
    let isSameRow = previous?.cursor.map { $0.kind == .insertion && $0.y == y } == true
    let old = isSameRow ? previous.map { Array($0.row(y)) } : nil
    guard let old else {
      let before = previous.map { plainText(of: $0.row(y)) } ?? ""
      let text = plainText(of: grid.row(y))
      return before == text ? "" : move(x: 0, y: y) + text + Self.clearToEnd
    }
    guard old != new else { return "" }
    var x = zip(old, new).prefix { $0 == $1 }.count
    while x > 0, new[x].isContinuation || old[x].isContinuation { x -= 1 }
    let rest = plainText(of: new[x...])
    return move(x: x, y: y) + rest + Self.clearToEnd
  }

  private static let clearToEnd = "\u{1B}[K"

  private func move(x: Int, y: Int) -> String { "\u{1B}[\(y + 1);\(x + 1)H" }

  /// Returns the text of cells without blanks at the end.
  private func plainText(of cells: ArraySlice<Cell>) -> String {
    var text = ""
    for cell in cells where !cell.isContinuation { text += cell.glyph.encodable(isUTF8: isUTF8) }
    while text.last == " " { text.removeLast() }
    return text
  }
}
