/// The characters for drawing a frame.
package struct BoxGlyphs: Hashable, Sendable {
  var corners: [String]
  package var horizontal: String
  package var vertical: String

  package static let rounded = BoxGlyphs(
    corners: ["╭", "╮", "╰", "╯"], horizontal: "─", vertical: "│")
  package static let ascii = BoxGlyphs(
    corners: ["+", "+", "+", "+"], horizontal: "-", vertical: "|")
  /// Draws no frame, but leaves room for one.
  package static let none = BoxGlyphs(
    corners: ["", "", "", ""], horizontal: "", vertical: "")
}

extension Grid {
  /// Draws a frame along the inside of `rect`. Draws nothing if it's too small for a frame.
  package mutating func drawBox(_ rect: GridRect, glyphs: BoxGlyphs, style: CellStyle) {
    guard rect.columns >= 2, rect.rows >= 2 else { return }
    for (y, corners) in [(rect.y, glyphs.corners[..<2]), (rect.maxY - 1, glyphs.corners[2...])] {
      drawRule(x: rect.x + 1, y: y, columns: rect.columns - 2, glyphs: glyphs, style: style)
      for (x, corner) in zip([rect.x, rect.maxX - 1], corners) {
        draw(corner, x: x, y: y, style: style)
      }
    }
    for y in rect.y + 1..<rect.maxY - 1 {
      draw(glyphs.vertical, x: rect.x, y: y, style: style)
      draw(glyphs.vertical, x: rect.maxX - 1, y: y, style: style)
    }
  }

  /// Draws a horizontal rule of `columns` columns.
  package mutating func drawRule(
    x: Int, y: Int, columns: Int, glyphs: BoxGlyphs, style: CellStyle
  ) {
    let rect = GridRect(x: x, y: y, columns: max(0, columns), rows: 1)
    for glyph in DisplayWidth.glyphs(of: glyphs.horizontal).prefix(1) {
      fill(rect, with: glyph, style: style)
    }
  }
}
