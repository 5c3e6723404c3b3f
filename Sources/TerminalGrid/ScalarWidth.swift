extension DisplayWidth {
  /// How a terminal displays one scalar.
  enum ScalarWidth: Equatable {
    /// Takes one or two columns.
    case spacing(Int)
    /// Drawn over the previous glyph.
    case combining
    /// White space of any kind, displayed as this many plain spaces.
    case blank(Int)
    /// Not drawn: controls, format characters, variation selectors.
    case dropped
    /// Not assigned in this Unicode version, so the width is unknown.
    case unknown
  }

  static func width(of scalar: Unicode.Scalar) -> ScalarWidth {
    switch scalar.value {
    case 0x20...0x7E: return .spacing(1)
    case 0x3000: return .blank(2)
    // Vowels and finals of conjoining Hangul share the cell of the leading consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return .combining
    // Variation selectors and the enclosing keycap change the width only in some terminals.
    case 0xFE00...0xFE0F, 0xE0100...0xE01EF, 0x20E3: return .dropped
    default: break
    }
    switch scalar.properties.generalCategory {
    case .control, .format, .surrogate: return .dropped
    case .lineSeparator, .paragraphSeparator, .spaceSeparator: return .blank(1)
    case .nonspacingMark, .enclosingMark: return .combining
    case .unassigned: return .unknown
    default: return .spacing(isWide(scalar.value) ? 2 : 1)
    }
  }

  private static func isWide(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = wideRanges.count
    while low < high {
      let middle = (low + high) / 2
      if wideRanges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < wideRanges.count && wideRanges[low].contains(value)
  }
}
