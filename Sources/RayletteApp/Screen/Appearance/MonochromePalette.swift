import TerminalGrid

/// Black and white, independent of the theme and the terminal's own colours.
enum MonochromePalette: Hashable, Sendable {
  case colors(black: UInt8, white: UInt8)
  /// No colours. Assumes a dark terminal, where the text colour is the light one.
  case reverse

  /// - Parameter colors: the terminal's number of colours. Takes black and white from the colour
  ///   cube if there's one, because users can change the first 16 colours.
  init(colors: Int) {
    self =
      colors >= 256
      ? .colors(black: 16, white: 231)
      : colors >= 16
        ? .colors(black: 0, white: 15)
        : colors >= 8 ? .colors(black: 0, white: 7) : .reverse
  }

  /// Returns the style of a cell with a lower half block or, if both halves are the same, a space.
  func style(top isTopDark: Bool, bottom isBottomDark: Bool) -> CellStyle {
    switch self {
    case .colors(let black, let white):
      return CellStyle(
        foreground: .palette(isBottomDark ? black : white),
        background: .palette(isTopDark ? black : white))
    case .reverse:
      // A space shows only the background. A half block shows the foreground in its lower half.
      let isReversed = isTopDark == isBottomDark ? !isTopDark : isBottomDark
      return CellStyle(attributes: isReversed ? .reverse : [])
    }
  }
}
