import TerminalGrid

/// The colours of a built-in theme.
///
/// On a terminal with 256 colours, text has a contrast of at least 4.5:1 on the theme's usual
/// backgrounds and on the selected row. The hues of ``ThemeChoice/auto`` have at least 3:1 on all
/// backgrounds, which is the best that several hues can have on both black and white. No tint for
/// the selected row suits both, so `auto` has none.
struct ThemeHues {
  /// A palette entry for 256 colours, and one for eight colours.
  typealias Hue = (rich: UInt8, plain: UInt8)

  let accent: Hue
  let grey: UInt8
  let match: Hue
  let success: Hue
  let warning: Hue
  let failure: Hue
  let selection: Color
  /// The background of code blocks.
  let code: Color

  init(_ choice: ThemeChoice) {
    switch choice {
    case .dark: self = .dark
    case .light: self = .light
    case .own(let colors):
      switch colors[.background]?.relativeLuminance {
      // Black and white have the same contrast on this grey.
      case let luminance? where luminance < 0.18: self = .dark
      case _?: self = .light
      case nil: self = .auto
      }
    case .auto, .mono: self = .auto
    }
  }

  private init(
    accent: Hue, grey: UInt8, match: Hue, success: Hue, warning: Hue, failure: Hue,
    selection: Color, code: Color
  ) {
    self.accent = accent
    self.grey = grey
    self.match = match
    self.success = success
    self.warning = warning
    self.failure = failure
    self.selection = selection
    self.code = code
  }

  private static let dark = ThemeHues(
    accent: (39, 6), grey: 248, match: (214, 3), success: (77, 2), warning: (221, 3),
    failure: (210, 1), selection: .rgb(red: 0x2C, green: 0x3A, blue: 0x4C),
    code: .rgb(red: 0x23, green: 0x27, blue: 0x2E))

  // Plain yellow is illegible on white in most palettes.
  private static let light = ThemeHues(
    accent: (25, 4), grey: 241, match: (126, 5), success: (22, 2), warning: (94, 5),
    failure: (124, 1), selection: .rgb(red: 0xDC, green: 0xE7, blue: 0xF2),
    code: .rgb(red: 0xF0, green: 0xF2, blue: 0xF4))

  private static let auto = ThemeHues(
    accent: (32, 6), grey: 244, match: (133, 3), success: (29, 2), warning: (136, 3),
    failure: (167, 1), selection: .terminalDefault, code: .terminalDefault)
}
