extension TextWrapping {
  /// A part of a text that's only broken if it's wider than a line.
  struct Piece {
    var text: String
    var columns: Int
    var followsSpace: Bool

    /// Returns the piece itself if it fits, or else parts that fit.
    func cut(columns limit: Int) -> [Piece] {
      guard columns > limit else { return [self] }
      var parts: [Piece] = []
      var remaining = text[...]
      while !remaining.isEmpty {
        var part = TextWrapping.prefix(of: remaining, columns: limit)
        // A wide character doesn't fit on a one-column line. Adds the character anyway to avoid an
        // endless loop; drawing clips it.
        if part.isEmpty { part = remaining.prefix(1) }
        remaining = remaining[part.endIndex...]
        parts.append(
          Piece(
            text: String(part), columns: DisplayWidth.columns(of: String(part)),
            followsSpace: parts.isEmpty && followsSpace))
      }
      return parts
    }
  }

  static func pieces(of text: String) -> [Piece] {
    var pieces: [Piece] = []
    var sawSpace = false
    var mayJoin = false
    for character in text {
      if character.isWhitespace {
        (sawSpace, mayJoin) = (true, false)
        continue
      }
      let columns = DisplayWidth.columns(of: String(character))
      let isWide = breaksAnywhere(character)
      if let last = pieces.indices.last, !sawSpace,
        (mayJoin && !isWide) || closingPunctuation.contains(character)
      {
        pieces[last].text.append(character)
        pieces[last].columns += columns
      } else {
        pieces.append(Piece(text: String(character), columns: columns, followsSpace: sawSpace))
      }
      (sawSpace, mayJoin) = (false, !isWide)
    }
    return pieces
  }

  /// Returns whether lines can break before and after the character, as in scripts written without
  /// spaces. Korean has spaces, and wide Indic clusters belong to scripts with spaces.
  private static func breaksAnywhere(_ character: Character) -> Bool {
    guard let scalar = character.unicodeScalars.first else { return false }
    return DisplayWidth.width(of: scalar) == .spacing(2)
      && !(0xAC00...0xD7A3).contains(scalar.value)
  }

  /// Characters that must not begin a line in Japanese and Chinese (the core of JIS X 4051's rule).
  private static let closingPunctuation: Set<Character> = [
    "、", "。", "，", "．", "！", "？", "：", "；", "）", "］", "｝", "」", "』", "】", "〉", "》", "〕", "ー", "々",
    "っ", "ゃ", "ゅ", "ょ", "ッ", "ャ", "ュ", "ョ",
  ]
}
