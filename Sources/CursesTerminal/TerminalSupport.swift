import CNcurses

/// The facts that ncurses knows about a terminal before the program takes it over.
package struct TerminalSupport: Sendable {
  /// Whether the locale's characters are UTF-8, so that the screen isn't ASCII.
  package let speaksUTF8: Bool
  /// The number of colours of the terminal's type, 0 for none; nil if ncurses doesn't know the type.
  package let colors: Int?

  /// - Parameter type: the terminal's type, from `TERM`.
  package init(type: String) {
    speaksUTF8 = rl_use_locale()
    let colors = Int(rl_colors_of_type(type))
    self.colors = colors < 0 ? nil : colors
  }
}
