/// Computes the number of columns of text in a terminal, and splits text into glyphs of one or two
/// columns.
///
/// This is the only place that defines widths. Terminals disagree about emoji sequences, so these
/// are reduced to a form that every terminal and ncurses lay out alike: a family becomes its first
/// person (see ``JoinedEmoji``), a flag becomes its two letters, and variation selectors and skin tones are dropped. This
/// keeps columns aligned. Widths follow Unicode Standard Annex #11 (East Asian Width); ambiguous
/// characters are narrow.
package enum DisplayWidth {
  /// Returns the number of columns of `text`.
  ///
  ///     DisplayWidth.columns(of: "日本")  // 4
  package static func columns(of text: String) -> Int {
    if isASCII(text) { return text.utf8.reduce(0) { $0 + columns(ofASCII: $1) } }
    return text.reduce(0) { $0 + columns(of: $1) }
  }

  /// Returns the number of columns of one grapheme cluster.
  static func columns(of character: Character) -> Int {
    if let ascii = character.asciiValue { return columns(ofASCII: ascii) }
    return glyphs(of: character).reduce(0) { $0 + $1.width }
  }

  private static func columns(ofASCII code: UInt8) -> Int {
    code == 0x7F || (code < 0x20 && !isBreak(code)) ? 0 : 1
  }

  /// Returns the glyphs for `text`, without controls, escapes, bidi overrides and other invisible
  /// characters.
  package static func glyphs(of text: String) -> [Glyph] {
    if let glyphs = asciiGlyphs(of: text) { return glyphs }
    var glyphs: [Glyph] = []
    glyphs.reserveCapacity(text.utf8.count)
    // Lines and blanks repeat one character, and looking up a character's properties takes long.
    var last: (character: Character, glyphs: [Glyph])?
    for character in text {
      if let ascii = character.asciiValue {
        if let glyph = glyphsOfASCII[Int(ascii)] { glyphs.append(glyph) }
      } else if let last, last.character == character {
        glyphs.append(contentsOf: last.glyphs)
      } else {
        let own = self.glyphs(of: character)
        glyphs.append(contentsOf: own)
        last = (character, own)
      }
    }
    return glyphs
  }

  /// Returns the glyphs of a text of ASCII characters, without looking for grapheme clusters; nil
  /// for any other text.
  private static func asciiGlyphs(of text: String) -> [Glyph]? {
    isASCII(text) ? text.utf8.compactMap { glyphsOfASCII[Int($0)] } : nil
  }

  /// Whether each byte is a character. A carriage return makes one character with a line feed.
  private static func isASCII(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 && $0 != carriageReturn }
  }

  private static let carriageReturn: UInt8 = 0x0D

  /// The glyph of each ASCII character; nil for controls.
  private static let glyphsOfASCII: [Glyph?] = (UInt8(0)..<0x80).map { code -> Glyph? in
    if isBreak(code) { return .space }
    guard code >= 0x20, code != 0x7F else { return nil }
    return Glyph(text: String(Unicode.Scalar(code)), width: 1)
  }

  /// Returns the scalar of a grapheme cluster that takes columns. Nil if it isn't drawn.
  static func base(of character: Character) -> Unicode.Scalar? {
    character.unicodeScalars.first { scalar in
      switch width(of: scalar) {
      case .spacing, .blank, .unknown: true
      case .combining, .dropped: false
      }
    }
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
  static let zeroWidthJoiner: Unicode.Scalar = "\u{200D}"

  private static func isBreak(_ ascii: UInt8) -> Bool { (0x09...0x0D).contains(ascii) }

  private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0x2000 && scalar.properties.isEmoji
  }

  private static func regionalIndicatorLetter(_ scalar: Unicode.Scalar) -> String? {
    guard (0x1F1E6...0x1F1FF).contains(scalar.value) else { return nil }
    return Unicode.Scalar(scalar.value - 0x1F1E6 + 0x41).map { String($0) }
  }
}
