/// Several emoji that are joined into one, such as a family, in place of the first of them.
///
/// Terminals disagree about how many columns these take, so grids have only the first emoji in
/// their cells. A terminal that draws all of it in the same two columns can show this instead.
package struct JoinedEmoji: Hashable, Sendable {
  package let x: Int
  package let y: Int
  /// The whole sequence: emoji, joiners and variation selectors.
  package let text: String

  /// The parts of a sequence that terminals disagree about, besides the joiner itself.
  package struct Kinds: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// A tone of the skin.
    package static let tones = Kinds(rawValue: 1)
    /// U+FE0F, which asks for an emoji rather than text.
    package static let variations = Kinds(rawValue: 2)
    /// More than two emoji.
    package static let groups = Kinds(rawValue: 4)
  }

  /// The kinds of the sequence's parts.
  package var kinds: Kinds {
    var kinds: Kinds = []
    var joiners = 0
    for scalar in text.unicodeScalars {
      if scalar.properties.isEmojiModifier { kinds.insert(.tones) }
      if scalar == "\u{FE0F}" { kinds.insert(.variations) }
      if scalar == DisplayWidth.zeroWidthJoiner { joiners += 1 }
    }
    if joiners > 1 { kinds.insert(.groups) }
    return kinds
  }

  /// The longest sequences in Unicode have ten scalars.
  private static let limit = 10

  /// Returns the sequence if a grapheme cluster is one, and its first emoji is wide.
  static func text(of character: Character) -> String? {
    let scalars = character.unicodeScalars
    guard scalars.count <= limit, scalars.contains(DisplayWidth.zeroWidthJoiner),
      let first = scalars.first, DisplayWidth.width(of: first) == .spacing(2),
      scalars.allSatisfy(isPart)
    else { return nil }
    return String(character)
  }

  private static func isPart(_ scalar: Unicode.Scalar) -> Bool {
    scalar == DisplayWidth.zeroWidthJoiner || scalar == "\u{FE0F}"
      || scalar.value > 0x2000 && scalar.properties.isEmoji
  }
}

extension String {
  /// Whether the text may have joined emoji. Rules out most texts without a look at their
  /// characters.
  var mayHaveJoinedEmoji: Bool {
    var bytes = (UInt8(0), UInt8(0))
    for byte in utf8 {
      if bytes == (0xE2, 0x80), byte == 0x8D { return true }
      bytes = (bytes.1, byte)
    }
    return false
  }
}
