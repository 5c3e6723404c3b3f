public import TerminalGrid

extension Color {
  /// The names of the first sixteen colours, in the order of the palette.
  public static let names =
    ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"].flatMap { [$0] }
    + ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"].map { "bright-\($0)" }

  /// A colour as a person writes it: one of ``names``, `default`, a number of the palette, or
  /// `#rrggbb`, which stands for the entry of the palette that is nearest. Nil for anything else.
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
      let rgb = RGB(red: value >> 16, green: value >> 8 & 255, blue: value & 255)
      // The first sixteen look as the person set them up, so they are no match for sure.
      self = .palette(UInt8(rgb.nearest(among: 16..<256)))
    } else {
      return nil
    }
  }

  /// The colour on a terminal with fewer.
  func nearest(of count: Int) -> Color {
    guard case .palette(let index) = self, Int(index) >= count else { return self }
    return .palette(UInt8(RGB(paletteIndex: Int(index)).nearest(among: 0..<(count >= 16 ? 16 : 8))))
  }
}

/// Red, green and blue, 0 to 255 each.
private struct RGB {
  var red: Int
  var green: Int
  var blue: Int

  init(red: Int, green: Int, blue: Int) {
    self.red = red
    self.green = green
    self.blue = blue
  }

  /// As xterm has them: sixteen, a cube of six by six by six, and 24 greys.
  init(paletteIndex index: Int) {
    switch index {
    case 0..<16:
      let level = index == 7 ? 229 : index < 8 ? 205 : 255
      let base = index == 8 ? 127 : 0
      func part(_ bit: Int) -> Int { index & 7 & bit != 0 ? level : base }
      self.init(red: part(1), green: part(2), blue: part(4))
    case 16..<232:
      let steps = [0, 95, 135, 175, 215, 255]
      let place = index - 16
      self.init(red: steps[place / 36], green: steps[place / 6 % 6], blue: steps[place % 6])
    default:
      let grey = 8 + 10 * (index - 232)
      self.init(red: grey, green: grey, blue: grey)
    }
  }

  func nearest(among indices: Range<Int>) -> Int {
    func distance(_ index: Int) -> Int {
      let other = RGB(paletteIndex: index)
      let (r, g, b) = (red - other.red, green - other.green, blue - other.blue)
      return r * r + g * g + b * b
    }
    return indices.min { distance($0) < distance($1) } ?? 0
  }
}
