import Localization
import TerminalGrid

/// The modules of a QR code, without its quiet zone.
package struct QRCode: Hashable, Sendable {
  /// The number of modules along a side: 21 to 177.
  let side: Int
  private let dark: [Bool]

  /// Parses the output of `qrencode -t ASCII -m 0`: two characters per module, `#` for a dark one.
  /// Returns nil for any other text.
  package init?(ascii text: String) {
    let lines = text.split(separator: "\n")
    // The valid sizes (ISO/IEC 18004) are 21, 25, … 177.
    guard (21...177).contains(lines.count), lines.count % 4 == 1,
      lines.allSatisfy({ $0.utf8.count == 2 * lines.count })
    else { return nil }
    side = lines.count
    dark = lines.flatMap { line in
      let bytes = Array(line.utf8)
      return stride(from: 0, to: bytes.count, by: 2).map { bytes[$0] == UInt8(ascii: "#") }
    }
    guard isDark(x: 0, y: 0), isDark(x: side - 1, y: 0), isDark(x: 0, y: side - 1) else {
      return nil
    }
  }

  /// Returns whether a module is dark. Modules outside the code are light.
  func isDark(x: Int, y: Int) -> Bool {
    (0..<side).contains(x) && (0..<side).contains(y) && dark[y * side + x]
  }

  /// The number of light modules on each side. Without them, scanners don't find the code.
  static let quietZone = 4
}

/// Draws a QR code on the whole screen: black on white, independent of the terminal's own colours,
/// with the margin that scanners need.
struct QRCodeView {
  let code: QRCode
  let address: String
  let appearance: Appearance

  private var side: Int { code.side + 2 * QRCode.quietZone }
  /// Whether two modules share one cell as half blocks. Otherwise, a module takes two cells.
  private var hasHalves: Bool { appearance.symbols.hasBlocks }

  /// The terminal size that this code needs.
  var needed: GridSize {
    hasHalves
      ? GridSize(columns: side, rows: (side + 1) / 2) : GridSize(columns: 2 * side, rows: side)
  }

  /// Whether the last row of a terminal of this size is free for the footer.
  func leavesFooter(in size: GridSize) -> Bool { needed.rows < size.rows || !size.holds(needed) }

  func draw(in grid: inout Grid) {
    guard grid.size.holds(needed) else {
      return drawTooSmall(in: &grid)
    }
    let x = (grid.size.columns - needed.columns) / 2
    let spare = grid.size.rows - needed.rows
    // Leaves rows below for the address and the keys.
    let y = spare >= 3 ? (spare - 2) / 2 : 0
    for row in 0..<needed.rows {
      for column in 0..<side { drawCell(column, row, in: &grid, x: x, y: y + row) }
    }
    guard spare >= 3 else { return }
    let line = appearance.symbols.truncated(address, columns: grid.size.columns - 2)
    let start = (grid.size.columns - DisplayWidth.columns(of: line)) / 2
    grid.draw(line, x: start, y: y + needed.rows, style: appearance.theme.secondary)
    grid.place(Cursor(x: start, y: y + needed.rows))
  }

  private func drawCell(_ column: Int, _ row: Int, in grid: inout Grid, x: Int, y: Int) {
    func isDark(_ row: Int) -> Bool {
      code.isDark(x: column - QRCode.quietZone, y: row - QRCode.quietZone)
    }
    let palette = appearance.monochrome
    guard hasHalves else {
      grid.draw(
        "  ", x: x + 2 * column, y: y, style: palette.style(top: isDark(row), bottom: isDark(row)))
      return
    }
    // Uses the lower half block, because in many fonts the upper one leaves a line of background
    // above it.
    let (top, bottom) = (isDark(2 * row), isDark(2 * row + 1))
    grid.draw(
      top == bottom ? " " : "▄", x: x + column, y: y, style: palette.style(top: top, bottom: bottom)
    )
  }

  private func drawTooSmall(in grid: inout Grid) {
    let text =
      localized(
        """
        The QR code of this address needs a terminal of \(needed.columns) x \(needed.rows); \
        this one has \(grid.size.columns) x \(grid.size.rows).
        """)
    let lines = appearance.symbols.lines(
      text, columns: grid.size.columns - 4, limit: grid.size.rows - 1)
    for (row, line) in lines.enumerated() {
      let x = (grid.size.columns - DisplayWidth.columns(of: line)) / 2
      let y = max(0, (grid.size.rows - lines.count) / 2) + row
      grid.draw(line, x: x, y: y, style: appearance.theme.title)
      if row == 0 { grid.place(Cursor(x: x, y: y)) }
    }
  }
}
