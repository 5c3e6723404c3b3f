import Foundation
package import TerminalGrid

/// The look of the screen on this terminal.
package struct Appearance: Hashable, Sendable {
  var theme: Theme
  package var symbols: Symbols
  /// Black on white, for QR codes.
  var monochrome: MonochromePalette
  /// The order in which the terminal expects text from right to left.
  package var order = TextOrder.logical
  /// The terminal's number of colours, if the theme adapts to the terminal's background.
  private var adaptableColors: Int?

  /// - Parameter colors: the terminal's number of colours, even if the theme uses fewer.
  package init(theme: Theme, symbols: Symbols, colors: Int) {
    self.theme = theme
    self.symbols = symbols
    monochrome = MonochromePalette(colors: colors)
  }

  /// Creates the look with a chosen theme.
  /// - Parameter background: the terminal's background, if known.
  package init(choice: ThemeChoice, background: Color?, symbols: Symbols, colors: Int) {
    self.init(theme: Theme(colors: colors, choice: choice), symbols: symbols, colors: colors)
    if choice == .auto { adaptableColors = colors }
    if let background { adapt(to: background) }
  }

  /// Switches to the theme for a background, if the user didn't choose a theme.
  mutating func adapt(to background: Color) {
    guard let adaptableColors else { return }
    theme = Theme(colors: adaptableColors, choice: background.isLight ? .light : .dark)
  }

  /// Whether colours are used.
  var hasColors: Bool { theme.hasColors }

  /// Whether the screen is laid out for screen readers.
  package var isAccessible: Bool { !symbols.hasColumns }

  /// The appearance on a terminal with 256 colours and UTF-8.
  package static let standard = Appearance(
    theme: Theme(colors: 256), symbols: .unicode, colors: 256)
}

extension Color {
  /// Whether black text is easier to read on the colour than white, by its relative luminance (WCAG
  /// 2.2).
  fileprivate var isLight: Bool {
    guard case .rgb(let red, let green, let blue) = rgb else { return false }
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let luminance = 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
    // At this luminance, black and white have the same contrast.
    return luminance > 0.179
  }
}
