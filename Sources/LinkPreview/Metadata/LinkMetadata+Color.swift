extension LinkMetadata {
  /// A colour in sRGB with channels from 0 to 255. Encoded as `#rrggbb`.
  public struct Color: Hashable, Sendable {
    /// The red channel, from 0 to 255.
    public var red: UInt8
    /// The green channel, from 0 to 255.
    public var green: UInt8
    /// The blue channel, from 0 to 255.
    public var blue: UInt8

    /// Creates a colour from its channels in sRGB.
    public init(red: UInt8, green: UInt8, blue: UInt8) {
      self.red = red
      self.green = green
      self.blue = blue
    }

    /// Parses a CSS colour: `#fc0`, `#ffcc00`, `rgb(255, 204, 0)` or a basic colour name. Ignores
    /// an alpha channel, and returns nil for other notations.
    ///
    ///     LinkMetadata.Color(css: "#fc0")?.hex  // "#ffcc00"
    public init?(css text: String) {
      let text = text.lowercased().filter { !$0.isWhitespace }
      if text.hasPrefix("#") {
        self.init(digits: text.dropFirst())
      } else if text.hasPrefix("rgb"), let open = text.firstIndex(of: "(") {
        let channels = text[text.index(after: open)...].split { ",/)".contains($0) }
          .prefix(3).compactMap { Double($0) }.filter { !$0.isNaN }
        guard channels.count == 3 else { return nil }
        let bytes = channels.map { UInt8(min(max($0, 0), 255)) }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
      } else {
        guard let digits = Self.names[text] else { return nil }
        self.init(digits: digits[...])
      }
    }

    /// The colour as `#rrggbb`, in lower case.
    public var hex: String {
      "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
    }

    private init?(digits: Substring) {
      let values = digits.compactMap(\.hexDigitValue)
      guard values.count == digits.count else { return nil }
      switch values.count {
      case 3, 4:
        let bytes = values.map { UInt8($0 * 17) }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
      case 6, 8:
        let bytes = stride(from: 0, to: 6, by: 2).map { UInt8(values[$0] * 16 + values[$0 + 1]) }
        self.init(red: bytes[0], green: bytes[1], blue: bytes[2])
      default: return nil
      }
    }

    /// The basic colour keywords of CSS.
    private static let names = [
      "black": "000000", "silver": "c0c0c0", "gray": "808080", "white": "ffffff",
      "maroon": "800000",
      "red": "ff0000", "purple": "800080", "fuchsia": "ff00ff", "green": "008000", "lime": "00ff00",
      "olive": "808000", "yellow": "ffff00", "navy": "000080", "blue": "0000ff", "teal": "008080",
      "aqua": "00ffff", "orange": "ffa500",
    ]
  }
}

extension LinkMetadata.Color: Codable {
  public init(from decoder: any Decoder) throws {
    let text = try decoder.singleValueContainer().decode(String.self)
    guard let color = Self(css: text) else {
      throw DecodingError.dataCorrupted(
        .init(codingPath: decoder.codingPath, debugDescription: "not a colour: \(text)"))
    }
    self = color
  }

  public func encode(to encoder: any Encoder) throws {
    var value = encoder.singleValueContainer()
    try value.encode(hex)
  }
}
