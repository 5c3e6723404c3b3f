/// Computes how many columns text takes in a terminal, and splits it into glyphs of one or two
/// columns.
///
/// This is the only place that defines widths. Terminals disagree about emoji sequences, so these
/// are reduced to what every terminal and ncurses lay out the same way: a family becomes its first
/// person, a flag becomes its two letters, and variation selectors and skin tones are dropped. This
/// keeps columns aligned. Widths follow Unicode Standard Annex #11 (East Asian Width); ambiguous
/// characters are narrow.
public enum DisplayWidth {
  /// Returns the number of columns that `text` takes.
  ///
  ///     DisplayWidth.columns(of: "日本")  // 4
  public static func columns(of text: String) -> Int {
    var columns = 0
    for character in text {
      if let ascii = character.asciiValue {
        columns += ascii == 0x7F || (ascii < 0x20 && !isBreak(ascii)) ? 0 : 1
      } else {
        for glyph in glyphs(of: character) { columns += glyph.width }
      }
    }
    return columns
  }

  /// Returns the glyphs for `text`, without controls, escapes, bidi overrides and other invisible
  /// characters.
  public static func glyphs(of text: String) -> [Glyph] {
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(text.utf8.count)
    for character in text {
      if let ascii = character.asciiValue {
        if isBreak(ascii) {
          glyphs.append(.space)
        } else if ascii >= 0x20, ascii != 0x7F {
          glyphs.append(Glyph(text: String(character), width: 1))
        }
      } else {
        glyphs.append(contentsOf: self.glyphs(of: character))
      }
    }
    return glyphs
  }

  /// Returns the glyphs for one grapheme cluster: usually one, or none for an invisible character.
  static func glyphs(of character: Character) -> [Glyph] {
    var glyphs: [Glyph] = []
    let startsWithEmoji = character.unicodeScalars.first.map(isPictograph) ?? false
    for scalar in character.unicodeScalars {
      if scalar == zeroWidthJoiner, startsWithEmoji { break }
      if let letter = regionalIndicatorLetter(scalar) {
        glyphs.append(Glyph(text: letter, width: 1))
        continue
      }
      if scalar.properties.isEmojiModifier, !glyphs.isEmpty { continue }
      switch width(of: scalar) {
      case .dropped: continue
      case .blank(let columns):
        glyphs.append(contentsOf: Array(repeating: .space, count: columns))
      case .unknown: glyphs.append(.replacement)
      case .spacing(let columns): glyphs.append(Glyph(text: String(scalar), width: columns))
      case .combining:
        guard let base = glyphs.last, base.text.unicodeScalars.count <= marksLimit else { continue }
        glyphs[glyphs.count - 1] = Glyph(text: base.text + String(scalar), width: base.width)
      }
    }
    return glyphs
  }

  /// The maximum number of combining marks, because ncurses stores at most five scalars in a cell
  /// (CCHARW_MAX). More marks than this are a prank.
  private static let marksLimit = 4
  private static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"

  private static func isBreak(_ ascii: UInt8) -> Bool { (0x09...0x0D).contains(ascii) }

  private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x2000 && scalar.properties.isEmoji
  }

  private static func regionalIndicatorLetter(_ scalar: Unicode.Scalar) -> String? {
    guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
    return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41).map { String($0) }
  }
}
