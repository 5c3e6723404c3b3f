import CNcurses
import TerminalGrid

/// How this terminal comes to direct colours, where it has them.
///
/// ncurses sends a colour as the terminal's type says. With an ordinary type such as `xterm-256color`
/// that is an entry of the palette, whatever the terminal could do: the only way to another colour
/// is to change the palette (`init_extended_color`), which is the person's. A type with the
/// extended capability `RGB`, such as `xterm-direct`, takes colour numbers for red, green and blue in a byte
/// each instead. So where `COLORTERM`, by custom, tells that the terminal knows direct colours, and
/// its type has a sister whose name ends in `-direct`, that one is used. Without either the palette
/// of 256 remains.
enum DirectColor {
  /// The type to start curses with in place of that of `TERM`; nil for that one.
  static func type(term: String, colorTerm: String) -> String? {
    guard ["truecolor", "24bit"].contains(colorTerm), term.hasSuffix("-256color") else {
      return nil
    }
    let sister = term.dropLast("256color".count) + "direct"
    return rl_has_direct_colors(String(sister)) ? String(sister) : nil
  }
}

extension Color {
  /// The number that curses knows the colour by; -1 for the terminal's own.
  ///
  /// Of direct colours the first are entries of the palette still: 8 of them, or 16, or 256, as the
  /// type has it, all of which would be blues that are close to black.
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
