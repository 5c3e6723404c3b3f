import CFribidi

/// The direction that a text reads in.
package enum TextDirection: Hashable, Sendable {
  case leftToRight, rightToLeft

  /// The direction of the first character with a strong direction, which is a paragraph's direction
  /// (UAX #9, rules P2 and P3). Nil without such a character, as in a number.
  package init?(firstStrongIn text: some StringProtocol) {
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

/// The order in which the characters of a line are sent to a terminal.
package enum TextOrder: Hashable, Sendable {
  /// The order in which they're read. The terminal may reorder them.
  case logical
  /// The order in which they're seen from left to right, for terminals that show each character at
  /// the position where it's sent.
  case visual
  /// Visual order, with the letters of each word in reading order, for terminals that turn words
  /// themselves.
  case visualWords
}

extension String {
  /// Whether some character may read from right to left. Looks at bytes only, because most texts
  /// have no such character: they're in U+0590 to U+08FF, U+FB1D to U+FEFC, and two planes of rare
  /// scripts.
  package var mayReadRightToLeft: Bool {
    var previous: (UInt8, UInt8) = (0, 0)
    for byte in utf8 {
      switch byte {
      case ..<0x80: break
      case 0xD6...0xDF: return true
      case 0xA0...0xA3 where previous.1 == 0xE0: return true
      // Leaves out the variation selectors between these ranges, as in emoji.
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
  /// Makes a terminal that reorders text show each character at the position where it's sent
  /// (ECMA-48, section 7.2.1, BDSM). Terminals that never reorder text ignore the sequence.
  ///
  /// Source: https://terminal-wg.pages.freedesktop.org/bidi/recommendation/escape-sequences.html
  package static let explicitMode = "\u{1B}[8l"
  /// Lets the terminal reorder text again.
  package static let implicitMode = "\u{1B}[8h"

  /// Returns text in this order, for printing on a terminal.
  package func printed(_ text: String) -> String {
    guard self != .logical, text.mayReadRightToLeft else { return text }
    return Self.explicitMode + text + Self.implicitMode
  }
}

/// The policy on who orders text that reads from right to left.
package enum BidiPolicy: String, Hashable, Sendable, CaseIterable {
  /// The program, unless the terminal does so by itself.
  case auto
  /// Always the program, for each character.
  case on
  /// Never the program.
  case off
}
