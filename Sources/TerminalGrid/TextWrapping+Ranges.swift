extension TextWrapping {
  /// Returns the lines of a text as ranges of UTF-8 offsets, without the spaces at their ends.
  ///
  /// Breaks where ``lines(_:columns:limit:ellipsis:)`` does, and at line feeds. Ranges leave the
  /// text unchanged, so that styles of parts of the text still fit.
  ///
  ///     TextWrapping.ranges(of: "Crafting Interpreters", columns: 12)  // [0..<8, 9..<21]
  public static func ranges(of text: String, columns: Int) -> [Range<Int>] {
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
