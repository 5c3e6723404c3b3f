public import TerminalGrid

/// The styles of the parts of the screen.
public struct Theme: Hashable, Sendable {
  /// The style of active elements: the tab, the button, the cursor.
  public var accent: Style
  /// The active tab and the button, drawn as a filled block.
  public var accentBlock: Style
  public var title: Style
  public var secondary: Style
  /// Text that matches the filter.
  public var match: Style
  public var border: Style
  public var success: Style
  public var failure: Style
  /// Whether the theme has any colours.
  public let hasColors: Bool

  /// Creates a theme for a terminal with this many colours. With 0 colours, uses only attributes.
  ///
  /// Text keeps the terminal's own colours. The colours of ``ThemeChoice/auto`` are legible on both
  /// dark and light backgrounds, because not every terminal tells which one it has.
  public init(colors: Int, choice: ThemeChoice = .auto) {
    let colors = choice == .mono ? 0 : colors
    hasColors = colors >= 8
    func hue(_ rich: UInt8, _ plain: UInt8, _ attributes: Style.Attributes = []) -> Style {
      let color: Color =
        colors >= 256 ? .palette(rich) : colors >= 8 ? .palette(plain) : .terminalDefault
      return Style(foreground: color, attributes: attributes)
    }
    let hues:
      (accent: (UInt8, UInt8), grey: UInt8, match: (UInt8, UInt8), success: UInt8, failure: UInt8)
    switch choice {
    case .dark: hues = ((39, 6), 246, (214, 3), 77, 203)
    case .light: hues = ((25, 4), 241, (130, 5), 22, 124)
    case .auto, .mono, .own: hues = ((32, 6), 244, (172, 3), 28, 167)
    }
    accent = hue(hues.accent.0, hues.accent.1, .bold)
    title = Style(attributes: .bold)
    // Uses grey if there's one, because many terminals don't dim black on white.
    secondary =
      colors >= 256 ? Style(foreground: .palette(hues.grey)) : Style(attributes: .dim)
    match = hue(hues.match.0, hues.match.1, [.bold, .underline])
    border = secondary
    success = hue(hues.success, 2, .bold)
    failure = hue(hues.failure, 1, .bold)
    accentBlock = accent
    if case .own(let own) = choice { adopt(own) }
    accentBlock = Style(foreground: accent.foreground, attributes: [.bold, .reverse])
  }

  private mutating func adopt(_ own: ThemeColors) {
    func set(_ part: WritableKeyPath<Theme, Style>, _ color: Color?) {
      guard let color, hasColors else { return }
      // A custom colour isn't dimmed as well.
      self[keyPath: part].attributes.remove(.dim)
      self[keyPath: part].foreground = color
    }
    set(\.accent, own[.accent])
    set(\.title, own[.title])
    set(\.secondary, own[.secondary])
    set(\.border, own[.border] ?? own[.secondary])
    set(\.match, own[.match])
    set(\.success, own[.success])
    set(\.failure, own[.failure])
  }
}

/// The theme that the user chose.
public enum ThemeChoice: Hashable, Sendable {
  /// ``dark`` or ``light``, whichever the terminal's background is; until that's known, hues that
  /// are legible on both.
  case auto
  case dark
  case light
  /// No colours.
  case mono
  case own(ThemeColors)

  /// The built-in themes by name.
  public static let builtIn: [(name: String, choice: ThemeChoice)] = [
    ("auto", .auto), ("dark", .dark), ("light", .light), ("mono", .mono),
  ]
}

/// The colours of a custom theme. Omitted parts are as in ``ThemeChoice/auto``.
public typealias ThemeColors = [ThemePart: Color]

/// The parts that a theme can colour, by their names in the config file.
public enum ThemePart: String, Hashable, Sendable, CaseIterable {
  case accent, title, secondary, border, match, success, failure
}
