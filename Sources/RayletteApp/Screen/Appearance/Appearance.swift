import Foundation
public import TerminalGrid

/// The look of the screen on this terminal.
public struct Appearance: Hashable, Sendable {
  public var theme: Theme
  public var symbols: Symbols
  /// Black on white, for QR codes.
  public var monochrome: MonochromePalette
  /// The order that the terminal takes text from right to left in.
  public var order = TextOrder.logical
  /// The terminal's number of colours, if the theme follows the background of the terminal.
  private var adaptableColors: Int?

  /// - Parameter colors: The number of colours of the terminal, whatever the theme uses of them.
  public init(theme: Theme, symbols: Symbols, colors: Int) {
    self.theme = theme
    self.symbols = symbols
    monochrome = MonochromePalette(colors: colors)
  }

  /// Creates the look with a theme that was chosen.
  /// - Parameter background: The terminal's background, if it's known.
  public init(choice: ThemeChoice, background: Color?, symbols: Symbols, colors: Int) {
    self.init(theme: Theme(colors: colors, choice: choice), symbols: symbols, colors: colors)
    if choice == .auto { adaptableColors = colors }
    if let background { adapt(to: background) }
  }

  /// Uses the theme that's made for a background, if the user left that open.
  mutating func adapt(to background: Color) {
    guard let adaptableColors else { return }
    theme = Theme(colors: adaptableColors, choice: background.isLight ? .light : .dark)
  }

  /// Whether colours are used.
  public var hasColors: Bool { theme.hasColors }

  /// Whether the screen is laid out for screen readers.
  public var isAccessible: Bool { symbols == .words }

  /// The appearance on a terminal with 256 colours and UTF-8.
  public static let standard = Appearance(theme: Theme(colors: 256), symbols: .unicode, colors: 256)
}

extension Color {
  /// Whether black text is easier to read on it than white, by its relative luminance (WCAG 2.2).
  fileprivate var isLight: Bool {
    guard case .rgb(let red, let green, let blue) = rgb else { return false }
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    // The contrast to black and to white is the same here.
    return luminance > 0.179
  }
}
