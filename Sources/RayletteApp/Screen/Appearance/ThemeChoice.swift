public import TerminalGrid

/// Which colours a person wants.
public enum ThemeChoice: Hashable, Sendable {
  /// Hues that are legible on dark and light backgrounds alike.
  case auto
  case dark
  case light
  /// No colours at all.
  case mono
  case own(ThemeColors)

  /// The names of those that come with the program.
  public static let builtIn: [(name: String, choice: ThemeChoice)] = [
    ("auto", .auto), ("dark", .dark), ("light", .light), ("mono", .mono),
  ]
}

/// The colours of a theme of one's own; what it leaves out is as in ``ThemeChoice/auto``.
public typealias ThemeColors = [ThemePart: Color]

/// What a theme may colour, by the names that a config file has.
public enum ThemePart: String, Hashable, Sendable, CaseIterable {
  case accent, title, secondary, border, match, success, failure
}
