import CNcurses
import TerminalGrid

/// Finds a terminal type with direct colours, if the terminal supports them.
///
/// ncurses sends a colour as the terminal type says. With an ordinary type such as
/// `xterm-256color`, a colour is an entry of the palette, whatever the terminal supports. The only
/// way to show other colours would be to change the palette (`init_extended_color`), which belongs
/// to the user. A type with the extended capability `RGB`, such as `xterm-direct`, takes colour
/// numbers with a byte each for red, green and blue. So if `COLORTERM` says by convention that the
/// terminal supports direct colours, and its type has a variant whose name ends in `-direct`, this
/// uses that variant. Otherwise the 256-colour palette remains.
enum DirectColor {
  /// Returns the terminal type for curses, or nil to use `TERM`.
  static func type(term: String, colorTerm: String) -> String? {
    guard ["truecolor", "24bit"].contains(colorTerm) else { return nil }
    return variants(of: term).first { rl_has_direct_colors($0) }
  }

  /// The possible names of a variant with direct colours: `xterm-direct` for `xterm-256color`,
  /// `alacritty-direct` for `alacritty`, and `kitty-direct` for `xterm-kitty`.
  static func variants(of term: String) -> [String] {
    guard !term.isEmpty, !term.hasSuffix("-direct") else { return [] }
    var stems = [term.hasSuffix("-256color") ? String(term.dropLast("-256color".count)) : term]
    if stems[0].hasPrefix("xterm-") { stems.append(String(stems[0].dropFirst("xterm-".count))) }
    return stems.map { $0 + "-direct" }
  }
}

extension Color {
  /// Returns the number of the colour in curses, or -1 for the terminal's default.
  ///
  /// With direct colours, the first numbers are still palette entries: 8, 16 or 256 of them,
  /// depending on the type. As direct colours these would all be blues that are close to black, so
  /// such a colour gets a green of 1.
  func cursesNumber(_ depth: ColorDepth) -> Int32 {
    switch reduced(to: depth) {
    case .terminalDefault: return -1
    case .palette(let index) where depth != .direct || index < 8: return Int32(index)
    case let color:
      guard case .rgb(let red, let green, let blue) = color.rgb else { return -1 }
      let number = Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
      return number < 0x100 ? number | 0x100 : number
    }
  }
}
