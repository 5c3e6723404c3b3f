public import TerminalGrid

/// The theme that the user chose.
public enum ThemeChoice: Hashable, Sendable {
  /// ``dark`` or ``light``, depending on the terminal's background. While that's unknown, hues that
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

/// The colours of a custom theme. Missing parts come from ``ThemeChoice/dark`` or
/// ``ThemeChoice/light`` if the theme states its background, or else from ``ThemeChoice/auto``.
public typealias ThemeColors = [ThemePart: Color]

/// The parts that a theme can colour, by their names in the config file.
public enum ThemePart: String, Hashable, Sendable, CaseIterable {
  case accent, title, secondary, border, match, success, warning, failure
  /// The background of the selected row.
  case selection
  /// The terminal's background that the theme is made for. It isn't drawn.
  case background
}
