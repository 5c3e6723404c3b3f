/// The characters for drawing a frame.
public struct BoxGlyphs: Hashable, Sendable {
  var corners: [String]
  var horizontal: String
  var vertical: String

  public static let rounded = BoxGlyphs(
    corners: ["╭", "╮", "╰", "╯"], horizontal: "─", vertical: "│")
  public static let ascii = BoxGlyphs(
    corners: ["+", "+", "+", "+"], horizontal: "-", vertical: "|")
  /// Draws no frame, but leaves room for one.
  public static let none = BoxGlyphs(
    corners: ["", "", "", ""], horizontal: "", vertical: "")
}

extension Grid {
  /// Draws a frame along the inside of `rect`. Draws nothing if it's too small for a frame.
  public mutating func drawBox(_ rect: Rect, glyphs: BoxGlyphs, style: Style) {
    guard rect.columns >= 2, rect.rows >= 2 else { return }
    let line = String(repeating: glyphs.horizontal, count: rect.columns - 2)
    draw(glyphs.corners[0] + line + glyphs.corners[1], x: rect.x, y: rect.y, style: style)
    draw(glyphs.corners[2] + line + glyphs.corners[3], x: rect.x, y: rect.maxY - 1, style: style)
    for y in rect.y + 1..<rect.maxY - 1 {
      draw(glyphs.vertical, x: rect.x, y: y, style: style)
      draw(glyphs.vertical, x: rect.maxX - 1, y: y, style: style)
    }
  }

  /// Draws a horizontal rule of `columns` columns.
  public mutating func drawRule(
    x: Int, y: Int, columns: Int, glyphs: BoxGlyphs, style: Style
  ) {
    draw(String(repeating: glyphs.horizontal, count: max(0, columns)), x: x, y: y, style: style)
  }
}
