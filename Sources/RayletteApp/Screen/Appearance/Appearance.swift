/// The look of the screen on this terminal.
public struct Appearance: Hashable, Sendable {
  public var theme: Theme
  public var symbols: Symbols
  /// Black on white, for QR codes.
  public var ink: MonochromePalette

  /// - Parameter colors: The number of colours of the terminal, whatever the theme uses of them.
  public init(theme: Theme, symbols: Symbols, colors: Int) {
    self.theme = theme
    self.symbols = symbols
    ink = MonochromePalette(colors: colors)
  }

  /// Whether colours are used.
  public var hasColors: Bool { theme.hasColors }

  /// Whether the screen is laid out for screen readers.
  public var isAccessible: Bool { symbols == .words }

  /// The appearance on a terminal with 256 colours and UTF-8.
  public static let standard = Appearance(theme: Theme(colors: 256), symbols: .unicode, colors: 256)
}
