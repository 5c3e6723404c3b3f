extension TextWrapping {
  /// A stretch of text that is not broken unless it is wider than a line.
  struct Piece {
    var text: String
    var columns: Int
    var followsSpace: Bool

    /// The piece itself when it fits, else parts that do.
    func cut(columns limit: Int) -> [Piece] {
      guard columns > limit else { return [self] }
      var parts: [Piece] = []
      var rest = text[...]
      while !rest.isEmpty {
        var part = TextWrapping.prefix(of: String(rest), columns: limit)
        // A wide character on a one-column line: drawn clipped rather than looping for ever.
        if part.isEmpty { part = String(rest.prefix(1)) }
        rest = rest.dropFirst(part.count)
        parts.append(
          Piece(
            text: part, columns: DisplayWidth.columns(of: part),
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
      let isWide = columns > 1
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

  /// What must not begin a line in Japanese and Chinese (the core of JIS X 4051's rule).
  private static let closingPunctuation: Set<Character> = [
    "、", "。", "，", "．", "！", "？", "：", "；", "）", "］", "｝", "」", "』", "】", "〉", "》", "〕", "ー", "々",
    "っ", "ゃ", "ゅ", "ょ", "ッ", "ャ", "ュ", "ョ",
  ]
}
