public import TerminalGrid

/// How the screen looks on this terminal.
public struct Appearance: Hashable, Sendable {
  public var theme: Theme
  public var symbols: Symbols
  /// Black on white, for what scanners read.
  public var ink: Ink

  /// - Parameter colors: of the terminal, whatever the theme makes of them.
  public init(theme: Theme, symbols: Symbols, colors: Int) {
    self.theme = theme
    self.symbols = symbols
    ink = Ink(colors: colors)
  }

  /// 256 colours and UTF-8.
  public static let standard = Appearance(theme: Theme(colors: 256), symbols: .unicode, colors: 256)
}

/// The look of each kind of thing on screen.
public struct Theme: Hashable, Sendable {
  /// What is active: the tab, the button, the selection.
  public var accent: Style
  /// The active tab and the button, as a block.
  public var accentBlock: Style
  public var title: Style
  public var secondary: Style
  /// Where a text matches what was looked for.
  public var match: Style
  public var border: Style
  public var success: Style
  public var failure: Style

  /// The look for a terminal with this many colours; 0 for none, told by attributes alone.
  ///
  /// Text keeps the terminal's own colours. The few hues are chosen to be legible on dark and light
  /// backgrounds alike, which a program can't tell apart for sure.
  public init(colors: Int) {
    func hue(_ rich: UInt8, _ plain: UInt8, _ attributes: Style.Attributes = []) -> Style {
      let color: Color =
        colors >= 256 ? .palette(rich) : colors >= 8 ? .palette(plain) : .terminalDefault
      return Style(foreground: color, attributes: attributes)
    }
    accent = hue(32, 6, .bold)
    accentBlock = hue(32, 6, [.bold, .reverse])
    title = Style(attributes: .bold)
    // Many terminals don't dim black on white, so where there is a grey, grey it is.
    secondary = colors >= 256 ? Style(foreground: .palette(244)) : Style(attributes: .dim)
    match = hue(172, 3, [.bold, .underline])
    border = secondary
    success = hue(28, 2, .bold)
    failure = hue(167, 1, .bold)
  }
}
