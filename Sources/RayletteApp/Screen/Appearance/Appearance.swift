/// How the screen looks on this terminal.
public struct Appearance: Hashable, Sendable {
  public var theme: Theme
  public var symbols: Symbols
  /// Black on white, for what scanners read.
  public var ink: MonochromePalette

  /// - Parameter colors: of the terminal, whatever the theme makes of them.
  public init(theme: Theme, symbols: Symbols, colors: Int) {
    self.theme = theme
    self.symbols = symbols
    ink = MonochromePalette(colors: colors)
  }

  /// Whether anything is told by colours.
  public var hasColors: Bool { theme.hasColors }

  /// Whether the screen is made to be read out, line by line.
  public var isAccessible: Bool { symbols == .words }

  /// 256 colours and UTF-8.
  public static let standard = Appearance(theme: Theme(colors: 256), symbols: .unicode, colors: 256)
}
