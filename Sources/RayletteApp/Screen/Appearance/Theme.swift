package import TerminalGrid

/// The styles of the parts of the screen.
package struct Theme: Hashable, Sendable {
  /// The style of active elements: the tab, the button, the cursor.
  var accent: CellStyle
  /// The active tab and the button, drawn as a filled block.
  var accentBlock: CellStyle
  var title: CellStyle
  var secondary: CellStyle
  /// Text that matches the filter.
  var match: CellStyle
  var border: CellStyle
  var success: CellStyle
  /// Text that may need attention, such as a message about a moved link.
  var warning: CellStyle
  package var failure: CellStyle
  /// Code in a line of text, and code blocks.
  var code: CellStyle
  var codeBlock: CellStyle
  /// The background of code blocks. The terminal's default if there's no suitable colour.
  var codeBackground: Color
  /// A link in text.
  var link: CellStyle
  /// The mark of a note in text.
  var noteMark: CellStyle
  /// The caption below a picture.
  var caption: CellStyle
  /// The background of the selected row. The terminal's default if there's no colour on which text
  /// is legible.
  var selectionBackground: Color
  /// Whether the theme has any colours.
  let hasColors: Bool

  /// Creates a theme for a terminal with a number of colours. With 0 colours, uses only attributes.
  ///
  /// Text keeps the terminal's own colours. The colours of ``ThemeChoice/auto`` are legible on both
  /// dark and light backgrounds, for terminals with an unknown background.
  package init(colors: Int, choice: ThemeChoice = .auto) {
    let colors = choice == .mono ? 0 : colors
    hasColors = colors >= 8
    func style(_ hue: ThemeHues.Hue, _ attributes: CellStyle.Attributes = .bold) -> CellStyle {
      let color: Color =
        colors >= 256 ? .palette(hue.rich) : colors >= 8 ? .palette(hue.plain) : .terminalDefault
      return CellStyle(foreground: color, attributes: attributes)
    }
    let hues = ThemeHues(choice)
    accent = style(hues.accent)
    title = CellStyle(attributes: .bold)
    // Uses grey if there's one, because many terminals don't dim black on white.
    secondary =
      colors >= 256 ? CellStyle(foreground: .palette(hues.grey)) : CellStyle(attributes: .dim)
    match = style(hues.match, [.bold, .underline])
    border = secondary
    success = style(hues.success)
    warning = style(hues.warning)
    failure = style(hues.failure)
    code = style(hues.warning, [])
    // Without colours, code needs another distinction from text.
    if colors < 8 { code.attributes = .bold }
    codeBlock = .plain
    link = style(hues.accent, .underline)
    noteMark = style(hues.accent, [])
    caption = secondary
    caption.attributes.insert(.italic)
    codeBackground = colors >= 256 ? hues.code : .terminalDefault
    // The first 16 colours have no tint on which the others are legible.
    selectionBackground = colors >= 256 ? hues.selection : .terminalDefault
    accentBlock = accent
    if case .own(let own) = choice { adopt(own, colors: colors) }
    accentBlock = CellStyle(foreground: accent.foreground, attributes: [.bold, .reverse])
  }

  private mutating func adopt(_ own: ThemeColors, colors: Int) {
    func set(_ part: WritableKeyPath<Theme, CellStyle>, _ color: Color?) {
      guard let color, hasColors else { return }
      // Custom colours aren't dimmed.
      self[keyPath: part].attributes.remove(.dim)
      self[keyPath: part].foreground = color
    }
    set(\.accent, own[.accent])
    set(\.title, own[.title])
    set(\.secondary, own[.secondary])
    set(\.border, own[.border] ?? own[.secondary])
    set(\.match, own[.match])
    set(\.success, own[.success])
    set(\.warning, own[.warning])
    set(\.link, own[.accent])
    set(\.noteMark, own[.accent])
    set(\.code, own[.warning])
    set(\.caption, own[.secondary])
    set(\.failure, own[.failure])
    if let selection = own[.selection], colors >= 256 { selectionBackground = selection }
  }
}

/// The theme that the user chose.
package enum ThemeChoice: Hashable, Sendable {
  /// ``dark`` or ``light``, depending on the terminal's background. While that's unknown, hues that
  /// are legible on both.
  case auto
  case dark
  case light
  /// No colours.
  case mono
  case own(ThemeColors)

  /// The built-in themes by name.
  package static let builtIn: [(name: String, choice: ThemeChoice)] = [
    ("auto", .auto), ("dark", .dark), ("light", .light), ("mono", .mono),
  ]
}

/// The colours of a custom theme. Missing parts come from ``ThemeChoice/dark`` or
/// ``ThemeChoice/light`` if the theme states its background, or else from ``ThemeChoice/auto``.
package typealias ThemeColors = [ThemePart: Color]

/// The parts that a theme can colour, by their names in the config file.
package enum ThemePart: String, Hashable, Sendable, CaseIterable {
  case accent, title, secondary, border, match, success, warning, failure
  /// The background of the selected row.
  case selection
  /// The terminal's background that the theme is made for. It isn't drawn.
  case background
}

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

  fileprivate static let dark = ThemeHues(
    accent: (39, 6), grey: 248, match: (214, 3), success: (77, 2), warning: (221, 3),
    failure: (210, 1), selection: .rgb(red: 0x2C, green: 0x3A, blue: 0x4C),
    code: .rgb(red: 0x23, green: 0x27, blue: 0x2E))

  // Plain yellow is illegible on white in most palettes.
  fileprivate static let light = ThemeHues(
    accent: (25, 4), grey: 241, match: (126, 5), success: (22, 2), warning: (94, 5),
    failure: (124, 1), selection: .rgb(red: 0xDC, green: 0xE7, blue: 0xF2),
    code: .rgb(red: 0xF0, green: 0xF2, blue: 0xF4))

  fileprivate static let auto = ThemeHues(
    accent: (32, 6), grey: 244, match: (133, 3), success: (29, 2), warning: (136, 3),
    failure: (167, 1), selection: .terminalDefault, code: .terminalDefault)
}

extension ThemeHues {
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
}
