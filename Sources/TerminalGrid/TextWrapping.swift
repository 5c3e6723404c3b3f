/// Fits text into columns. Breaks it between words, or between wide characters where there are no
/// words.
package enum TextWrapping {
  /// Breaks `text` into lines of at most `columns` columns.
  ///
  /// Breaks at white space and around wide characters, because CJK is written without spaces, but
  /// not before closing punctuation, nor after opening punctuation. Cuts a word that's longer than a line. If the text needs more
  /// than `limit` lines, the last one ends in `ellipsis`.
  ///
  ///     TextWrapping.lines("Crafting Interpreters", columns: 10, limit: 3)
  ///     // ["Crafting", "Interprete", "rs"]
  package static func lines(
    _ text: String, columns: Int, limit: Int, ellipsis: String = "…"
  ) -> [String] {
    guard columns > 0, limit > 0 else { return [] }
    var lines: [String] = []
    var line = ""
    var width = 0
    for piece in pieces(of: text).flatMap({ $0.cut(columns: columns) }) {
      let space = piece.followsSpace && !line.isEmpty ? 1 : 0
      if width + space + piece.columns > columns, !line.isEmpty {
        lines.append(line)
        if lines.count == limit {
          lines[limit - 1] = ending(line, with: ellipsis, columns: columns)
          return lines
        }
        (line, width) = (piece.text, piece.columns)
      } else {
        line += (space == 1 ? " " : "") + piece.text
        width += space + piece.columns
      }
    }
    return line.isEmpty ? lines : lines + [line]
  }

  /// Returns `text` on one line. If it's too wide, cuts it so that it ends in `ellipsis`.
  ///
  ///     TextWrapping.truncated("Interpreters", columns: 6)  // "Inter…"
  package static func truncated(_ text: String, columns: Int, ellipsis: String = "…") -> String {
    guard DisplayWidth.columns(of: text) > columns else { return text }
    return ending(text, with: ellipsis, columns: columns)
  }

  /// Returns as much of `text` as fits, followed by `ellipsis`.
  private static func ending(_ text: String, with ellipsis: String, columns: Int) -> String {
    let room = columns - DisplayWidth.columns(of: ellipsis)
    guard room >= 0 else { return String(prefix(of: ellipsis[...], columns: columns)) }
    var kept = String(prefix(of: text[...], columns: room))
    while kept.last == " " { kept.removeLast() }
    return kept + ellipsis
  }

  /// Returns the longest prefix of `text` that takes at most `columns` columns.
  static func prefix(of text: Substring, columns: Int) -> Substring {
    var width = 0
    return text.prefix { character in
      width += DisplayWidth.columns(of: character)
      return width <= columns
    }
  }
}

extension TextWrapping {
  /// Returns the lines of a text as ranges of UTF-8 offsets, without the spaces at their ends.
  ///
  /// Breaks where ``lines(_:columns:limit:ellipsis:)`` does, and at line feeds. Ranges leave the
  /// text unchanged, so that styles of parts of the text still fit.
  ///
  ///     TextWrapping.ranges(of: "Crafting Interpreters", columns: 12)  // [0..<8, 9..<21]
  package static func ranges(of text: String, columns: Int) -> [Range<Int>] {
    guard columns > 0 else { return [] }
    var lines = LineRanges(columns: columns)
    var text = text
    text.withUTF8 { bytes in
      var start = 0
      while start < bytes.count {
        if bytes[start] == lineFeed {
          lines.end(at: start)
          start += 1
        } else if bytes[start] == space {
          start += 1
        } else {
          var end = start
          var isASCII = true
          while end < bytes.count, bytes[end] != space, bytes[end] != lineFeed {
            if bytes[end] >= 0x80 { isASCII = false }
            end += 1
          }
          if isASCII {
            lines.add(start..<end, columns: end - start)
          } else {
            add(String(decoding: bytes[start..<end], as: UTF8.self), at: start, to: &lines)
          }
          start = end
        }
      }
      lines.end(at: bytes.count)
    }
    return lines.ranges
  }

  /// Adds a word with characters other than ASCII, in parts if its script is written without
  /// spaces.
  private static func add(_ word: String, at start: Int, to lines: inout LineRanges) {
    for part in word.split(whereSeparator: \.isWhitespace) {
      var start = start + word.utf8.distance(from: word.startIndex, to: part.startIndex)
      for piece in pieces(of: String(part)).flatMap({ $0.cut(columns: lines.columns) }) {
        let end = start + piece.text.utf8.count
        lines.add(start..<end, columns: piece.columns)
        start = end
      }
    }
  }

  private static let space = UInt8(ascii: " ")
  private static let lineFeed = UInt8(ascii: "\n")

  /// The lines so far, and the unfinished last line.
  private struct LineRanges {
    let columns: Int
    private(set) var ranges: [Range<Int>] = []
    private var line: Range<Int>?
    private var width = 0

    init(columns: Int) { self.columns = columns }

    /// Adds a word or a part of one, to the last line if it fits.
    mutating func add(_ word: Range<Int>, columns wordColumns: Int) {
      var word = word
      var wordColumns = wordColumns
      if let line {
        let gap = word.lowerBound - line.upperBound
        if width + gap + wordColumns <= columns {
          self.line = line.lowerBound..<word.upperBound
          width += gap + wordColumns
          return
        }
        ranges.append(line)
      }
      // Only ASCII words can be too long here, and their columns are bytes.
      while wordColumns > columns, word.count == wordColumns {
        ranges.append(word.lowerBound..<word.lowerBound + columns)
        word = word.lowerBound + columns..<word.upperBound
        wordColumns -= columns
      }
      line = word
      width = wordColumns
    }

    /// Ends the line, which may be empty.
    mutating func end(at offset: Int) {
      ranges.append(line ?? offset..<offset)
      line = nil
      width = 0
    }
  }
}

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
          || pieces[last].text.last.map(openingPunctuation.contains) == true
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

  /// Characters that must not end a line in Japanese and Chinese.
  private static let openingPunctuation: Set<Character> = [
    "（", "［", "｛", "「", "『", "【", "〈", "《", "〔",
  ]
}
