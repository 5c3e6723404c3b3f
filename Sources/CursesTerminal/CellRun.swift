import CNcurses
import TerminalGrid

/// Adjacent cells of the same style, sent to ncurses in one call.
struct CellRun {
  let x: Int
  private(set) var text: String
  let style: CellStyle

  /// Returns the runs of a row that has been erased.
  ///
  /// - Parameter isUTF8: whether the terminal's character set is UTF-8. In any other, only ASCII is
  ///   sure to be drawn correctly.
  static func runs(of row: ArraySlice<Cell>, isUTF8: Bool) -> [CellRun] {
    var runs: [CellRun] = []
    // Blanks are drawn only between glyphs of one run.
    var blanks = 0
    for (x, cell) in row.enumerated() where !cell.isContinuation {
      if cell == .blank {
        blanks += 1
        continue
      }
      if let last = runs.indices.last, runs[last].style == cell.style,
        blanks == 0 || cell.style == .plain, runs[last].end + blanks == x
      {
        if blanks > 0 { runs[last].text += String(repeating: " ", count: blanks) }
      } else {
        runs.append(CellRun(x: x, text: "", style: cell.style, end: x))
      }
      blanks = 0
      runs[runs.count - 1].text += cell.glyph.drawable(isUTF8: isUTF8)
      runs[runs.count - 1].end = x + cell.glyph.width
    }
    return runs
  }

  /// The column after the last glyph.
  private var end: Int

  @MainActor
  func draw(y: Int, depth: ColorDepth) {
    rl_draw(
      Int32(x), Int32(y), text, Int32(style.attributes.rawValue),
      style.foreground.cursesNumber(depth), style.background.cursesNumber(depth))
  }
}

extension Glyph {
  /// Returns the glyph, or question marks if this system's C library gives it a different width,
  /// because ncurses counts columns with that library.
  fileprivate func drawable(isUTF8: Bool) -> String {
    guard isUTF8, text.utf8.count > 1 else { return encodable(isUTF8: isUTF8) }
    var columns: Int32 = 0
    for scalar in text.unicodeScalars {
      let width = rl_width(scalar.value)
      if width < 0 { return unknown }
      columns += width
    }
    return columns == width ? text : unknown
  }

  /// Returns the glyph, or question marks if the terminal's character set may not have it.
  func encodable(isUTF8: Bool) -> String { isUTF8 || text.utf8.count == 1 ? text : unknown }

  private var unknown: String { String(repeating: "?", count: width) }
}
