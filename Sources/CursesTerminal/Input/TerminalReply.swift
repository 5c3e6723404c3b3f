import TerminalGrid

/// A reply of the terminal to one of our queries.
enum TerminalReply: Equatable, Sendable {
  /// The colour of the background (xterm's OSC 11).
  case background(Color)
  /// Whether a graphics protocol works.
  case graphics(GraphicsProtocol, works: Bool)
  /// The size of a cell in pixels (xterm's window operation 16).
  case cell(PixelSize)
  /// The position of the cursor (CPR), counted from 1.
  case cursor(column: Int, row: Int)
  /// The primary device attributes (DA1). Nearly every terminal sends them, so their query is the
  /// last one, and no reply follows theirs. They name the graphics protocols that have an attribute.
  case attributes(Set<GraphicsProtocol>)

  /// Parses a control sequence: its parameters, and its final byte. Returns nil for other
  /// sequences.
  init?(parameters: String, final: Character) {
    switch final {
    case "c" where parameters.hasPrefix("?"):
      // The first parameter is the terminal's class.
      let attributes = parameters.dropFirst().split(separator: ";").dropFirst().map(String.init)
      self = .attributes(
        Set(GraphicsProtocol.allCases.filter { $0.attribute.map(attributes.contains) == true }))
    case "t":
      let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false)
        .map { Int($0) ?? 0 }
      guard numbers.count == 3, numbers[0] == 6, Self.cellSides.contains(numbers[1]),
        Self.cellSides.contains(numbers[2])
      else { return nil }
      self = .cell(PixelSize(width: numbers[2], height: numbers[1]))
    case "R":
      let numbers = parameters.split(separator: ";").compactMap { Int($0) }
      guard numbers.count == 2 else { return nil }
      self = .cursor(column: numbers[1], row: numbers[0])
    default: return nil
    }
  }

  /// Parses a control string. Returns nil for other strings.
  /// - Parameter opener: the character after Esc, such as `]` for an OSC.
  init?(opener: Character, string: String) {
    if opener == "]", string.hasPrefix("11;") {
      guard let color = Color(reply: string.dropFirst(3)) else { return nil }
      self = .background(color)
      return
    }
    for graphics in GraphicsProtocol.allCases {
      guard let works = graphics.answer(opener: opener, string: string) else { continue }
      self = .graphics(graphics, works: works)
      return
    }
    return nil
  }

  /// The sides in pixels that cells can have. Other values are nonsense, and would lead to huge
  /// pictures.
  static let cellSides = 2...200
}

extension Color {
  /// Parses a colour as XParseColor(3) defines it, with one to four hexadecimal digits a channel:
  /// `rgb:ffff/ffff/ffff`, `rgba:` with a fourth channel, or `#ffffff`.
  fileprivate init?(reply: Substring) {
    let channels: [Substring]
    if reply.hasPrefix("#") {
      let digits = reply.dropFirst()
      guard [3, 6, 9, 12].contains(digits.count) else { return nil }
      let length = digits.count / 3
      channels = (0..<3).map { digits.dropFirst($0 * length).prefix(length) }
    } else {
      guard let colon = reply.firstIndex(of: ":"), ["rgb", "rgba"].contains(reply[..<colon]) else {
        return nil
      }
      channels = reply[reply.index(after: colon)...]
        .split(separator: "/", omittingEmptySubsequences: false)
      guard channels.count == (reply.hasPrefix("rgba") ? 4 : 3) else { return nil }
    }
    let bytes = channels.prefix(3).compactMap { digits -> UInt8? in
      guard (1...4).contains(digits.count), digits.allSatisfy(\.isHexDigit),
        let value = Int(digits, radix: 16)
      else { return nil }
      let largest = (1 << (4 * digits.count)) - 1
      return UInt8((value * 255 + largest / 2) / largest)
    }
    guard bytes.count == 3 else { return nil }
    self = .rgb(red: bytes[0], green: bytes[1], blue: bytes[2])
  }
}
