import TerminalGrid

/// Black and white that don't depend on a theme or on what the terminal's own colours are.
public enum MonochromePalette: Hashable, Sendable {
  case colors(black: UInt8, white: UInt8)
  /// No colours: the terminal's own text colour is the light one, as on dark terminals.
  case reverse

  /// - Parameter colors: of the terminal. The first sixteen are the person's to change, so black and
  ///   white are taken from the cube where there is one.
  init(colors: Int) {
    self =
      colors >= 256
      ? .colors(black: 16, white: 231)
      : colors >= 16
        ? .colors(black: 0, white: 15)
        : colors >= 8 ? .colors(black: 0, white: 7) : .reverse
  }

  /// The style of a cell with a lower half block or, where both halves are alike, with a space.
  func style(top isTopDark: Bool, bottom isBottomDark: Bool) -> Style {
    switch self {
    case .colors(let black, let white):
      return Style(
        foreground: .palette(isBottomDark ? black : white),
        background: .palette(isTopDark ? black : white))
    case .reverse:
      // Alike, a space shows its background; else the block shows its foreground below.
      let isReversed = isTopDark == isBottomDark ? !isTopDark : isBottomDark
      return Style(attributes: isReversed ? .reverse : [])
    }
  }
}
