package import TerminalGrid

extension Color {
  /// The names of the first 16 colours, in palette order.
  package static let names =
    ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"].flatMap { [$0] }
    + ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"].map { "bright-\($0)" }

  /// Parses a colour: one of ``names``, `default`, a palette number, or `#rrggbb`. Returns nil for
  /// any other text.
  package init?(_ text: String) {
    if text == "default" {
      self = .terminalDefault
    } else if let index = Self.names.firstIndex(of: text) ?? Int(text),
      let index = UInt8(exactly: index)
    {
      self = .palette(index)
    } else if text.utf8.count == 7, text.hasPrefix("#"),
      text.dropFirst().allSatisfy(\.isHexDigit), let value = Int(text.dropFirst(), radix: 16)
    {
      self = .rgb(red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    } else {
      return nil
    }
  }

  /// Parses the background in `COLORFGBG`, which rxvt and Konsole set: the palette numbers of the
  /// foreground and the background, with another field between them in some versions: `15;0`,
  /// `0;default;15`. Returns nil for the default colour and for any other text.
  package init?(colorFGBG text: String) {
    let fields = text.split(separator: ";", omittingEmptySubsequences: false)
    guard fields.count >= 2, let index = fields.last.flatMap({ UInt8($0) }), index < 16 else {
      return nil
    }
    self = .palette(index)
  }
}
