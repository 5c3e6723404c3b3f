import CFribidi

/// The direction that a text reads in.
public enum TextDirection: Hashable, Sendable {
  case leftToRight, rightToLeft

  /// The direction of the first character that has a strong one, as paragraphs have it (UAX #9, rules
  /// P2 and P3). Nil if there's none, as in a number.
  public init?(firstStrongIn text: some StringProtocol) {
    for scalar in text.unicodeScalars {
      let direction = rl_bidi_direction(scalar.value)
      if direction != 0 {
        self = direction > 0 ? .leftToRight : .rightToLeft
        return
      }
    }
    return nil
  }
}

/// The order that the characters of a line are sent to a terminal in.
public enum TextOrder: Hashable, Sendable {
  /// As they're read. The terminal reorders them itself, or nobody does.
  case logical
  /// As they're seen from left to right, for terminals that show each where it's placed.
  case visual
  /// As they're seen, but letters that adjoin as they're read: the terminal turns them itself.
  case visualWords
}

extension String {
  /// Whether some character may read from right to left. Looks at bytes only, because most texts have
  /// none: such characters are in U+0590 to U+08FF, U+FB1D to U+FEFC, and two planes of rare scripts.
  public var mayReadRightToLeft: Bool {
    var previous: (UInt8, UInt8) = (0, 0)
    for byte in utf8 {
      switch byte {
      case ..<0x80: break
      case 0xD6...0xDF: return true
      case 0xA0...0xA3 where previous.1 == 0xE0: return true
      // Between them are variation selectors, as in emoji.
      case 0xAC...0xB7 where previous.1 == 0xEF, 0xB9...0xBB where previous.1 == 0xEF: return true
      case 0xA0...0xBF where previous == (0xF0, 0x90) || previous == (0xF0, 0x9E): return true
      default: break
      }
      previous = (previous.1, byte)
    }
    return false
  }
}

extension TextOrder {
  /// Makes a terminal that reorders text show each character where it's placed (ECMA-48, section
  /// 7.2.1, BDSM). Terminals that never reorder ignore it.
  ///
  /// Source: https://terminal-wg.pages.freedesktop.org/bidi/recommendation/escape-sequences.html
  public static let explicitMode = "\u{1B}[8l"
  /// Lets the terminal reorder text again.
  public static let implicitMode = "\u{1B}[8h"

  /// Returns text in this order for printing on a terminal.
  public func printed(_ text: String) -> String {
    guard self != .logical, text.mayReadRightToLeft else { return text }
    return Self.explicitMode + text + Self.implicitMode
  }
}
