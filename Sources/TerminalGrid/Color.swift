import Foundation

/// A terminal colour.
package enum Color: Hashable, Sendable {
  /// The user's default foreground or background colour.
  case terminalDefault
  /// An entry of the terminal's palette: 0–7 plain, 8–15 bright, 16–255 xterm's colour cube and
  /// greys.
  case palette(UInt8)
  /// An sRGB colour. Terminals that can't show it use their nearest one.
  case rgb(red: UInt8, green: UInt8, blue: UInt8)
}

/// The colours that a terminal can show.
package enum ColorDepth: Hashable, Sendable, CaseIterable {
  case none
  /// The eight plain colours.
  case ansi8
  /// The plain and the bright colours.
  case ansi16
  /// The 256 colours of xterm's palette.
  case palette256
  /// Any colour.
  case direct

  /// - Parameter colors: the number of entries in the terminal's palette.
  package init(colors: Int) {
    self =
      switch colors {
      case ..<8: .none
      case ..<16: .ansi8
      case ..<256: .ansi16
      case ...256: .palette256
      default: .direct
      }
  }
}

extension Color {
  /// Returns the colour itself if the terminal can show it, or else the nearest one that it can.
  ///
  ///     Color.rgb(red: 250, green: 0, blue: 5).reduced(to: .palette256)  // .palette(196)
  package func reduced(to depth: ColorDepth) -> Color {
    guard case .rgb(let red, let green, let blue) = self else {
      guard case .palette(let index) = self, Int(index) >= depth.paletteSize else { return self }
      return depth == .none ? .terminalDefault : rgb.reduced(to: depth)
    }
    let channels = [Int(red), Int(green), Int(blue)]
    switch depth {
    case .none: return .terminalDefault
    case .ansi8: return .palette(Self.nearest(to: channels, of: 0..<8))
    case .ansi16: return .palette(Self.nearest(to: channels, of: 0..<16))
    // Avoids the first sixteen entries, because users can change them.
    case .palette256: return .palette(Self.nearestOfCube(to: channels))
    case .direct: return self
    }
  }

  /// The sRGB colour of a palette entry in xterm's default palette. Other colours stay as they are.
  package var rgb: Color {
    guard case .palette(let index) = self else { return self }
    let channels = Self.channels(of: Int(index)).map { UInt8($0) }
    return .rgb(red: channels[0], green: channels[1], blue: channels[2])
  }

  private static func nearest(to channels: [Int], of entries: Range<Int>) -> UInt8 {
    let nearest = entries.min {
      distance(Self.channels(of: $0), channels) < distance(Self.channels(of: $1), channels)
    }
    return UInt8(nearest ?? 0)
  }

  /// Returns the nearest entry of the cube and the greys. Calculates it instead of searching,
  /// because pictures need thousands per frame: the cube entry with the nearest step in each
  /// channel, or the grey nearest to the mean.
  private static func nearestOfCube(to channels: [Int]) -> UInt8 {
    // The cube's steps are 0, 95, 135, 175, 215, 255.
    let steps = channels.map { $0 < 48 ? 0 : $0 < 116 ? 1 : ($0 - 36) / 40 }
    let cube = 16 + 36 * steps[0] + 6 * steps[1] + steps[2]
    let mean = (channels[0] + channels[1] + channels[2]) / 3
    let grey = 232 + min(max(0, (mean - 3) / 10), 23)
    let isGrey =
      distance(Self.channels(of: grey), channels) < distance(Self.channels(of: cube), channels)
    return UInt8(isGrey ? grey : cube)
  }

  private static func distance(_ a: [Int], _ b: [Int]) -> Int {
    zip(a, b).reduce(0) { $0 + ($1.0 - $1.1) * ($1.0 - $1.1) }
  }

  private static func channels(of index: Int) -> [Int] {
    switch index {
    case ..<16: ansi[index]
    case ..<232:
      [(index - 16) / 36, (index - 16) / 6 % 6, (index - 16) % 6].map { $0 == 0 ? 0 : 55 + 40 * $0 }
    default: Array(repeating: 8 + 10 * (index - 232), count: 3)
    }
  }

  /// Xterm's first sixteen colours.
  private static let ansi = [
    [0, 0, 0], [205, 0, 0], [0, 205, 0], [205, 205, 0], [0, 0, 238], [205, 0, 205], [0, 205, 205],
    [229, 229, 229], [127, 127, 127], [255, 0, 0], [0, 255, 0], [255, 255, 0], [92, 92, 255],
    [255, 0, 255], [0, 255, 255], [255, 255, 255],
  ]
}

extension ColorDepth {
  fileprivate var paletteSize: Int {
    switch self {
    case .none: 0
    case .ansi8: 8
    case .ansi16: 16
    case .palette256, .direct: 256
    }
  }
}

extension Color {
  /// Returns the contrast ratio to another colour, from 1 to 21, as WCAG 2.2 defines it
  /// (https://www.w3.org/TR/WCAG22/#dfn-contrast-ratio). Text needs at least 4.5. Nil if either is
  /// the terminal's default, whose colour isn't known.
  package func contrast(with other: Color) -> Double? {
    guard let luminance = relativeLuminance, let otherLuminance = other.relativeLuminance else {
      return nil
    }
    return (max(luminance, otherLuminance) + 0.05) / (min(luminance, otherLuminance) + 0.05)
  }

  /// The brightness as eyes perceive it, from 0 for black to 1 for white, as WCAG 2.2 defines it
  /// (https://www.w3.org/TR/WCAG22/#dfn-relative-luminance). Nil for the terminal's default.
  package var relativeLuminance: Double? {
    guard case .rgb(let red, let green, let blue) = rgb else { return nil }
    func linear(_ channel: UInt8) -> Double {
      let value = Double(channel) / 255
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
