/// Fits text into columns. Breaks it between words, or between wide characters where there are no
/// words.
public enum TextWrapping {
  /// Breaks `text` into lines of at most `columns` columns.
  ///
  /// Breaks at white space and around wide characters, because CJK is written without spaces, but
  /// not before closing punctuation. Cuts a word that's longer than a line. If the text needs more
  /// than `limit` lines, the last one ends in `ellipsis`.
  ///
  ///     TextWrapping.lines("Crafting Interpreters", columns: 10, limit: 3)
  ///     // ["Crafting", "Interprete", "rs"]
  public static func lines(
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
  public static func truncated(_ text: String, columns: Int, ellipsis: String = "…") -> String {
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
      width += DisplayWidth.columns(of: String(character))
      return width <= columns
    }
  }
}
