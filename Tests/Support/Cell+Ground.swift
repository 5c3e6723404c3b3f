package import TerminalGrid

extension Cell {
  /// The colour that fills the cell, if there is one.
  package var ground: Color? {
    let isReversed = style.attributes.contains(.reverse)
    let (ink, paper) =
      isReversed
      ? (style.background, style.foreground) : (style.foreground, style.background)
    switch glyph.text {
    case " ": return paper
    case "█": return ink
    default: return ink == paper ? ink : nil
    }
  }
}
