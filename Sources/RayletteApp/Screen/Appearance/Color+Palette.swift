public import TerminalGrid

extension Color {
  /// The names of the first sixteen colours, in the order of the palette.
  public static let names =
    ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"].flatMap { [$0] }
    + ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"].map { "bright-\($0)" }

  /// A colour as a person writes it: one of ``names``, `default`, a number of the palette, or
  /// `#rrggbb`. Nil for anything else.
  public init?(_ text: String) {
    if text == "default" {
      self = .terminalDefault
    } else if let index = Self.names.firstIndex(of: text) ?? Int(text),
      let index = UInt8(exactly: index)
    {
      self = .palette(index)
    } else if text.utf8.count == 7, text.hasPrefix("#"),
      text.dropFirst().allSatisfy(\.isHexDigit), let value = Int(text.dropFirst(), radix: 16)
    {
      self = .rgb(
        red: UInt8(value >> 16), green: UInt8(value >> 8 & 255), blue: UInt8(value & 255))
    } else {
      return nil
    }
  }
}
