import TerminalGrid

/// The columns of a text's characters.
extension ArticleLayout {
  /// Returns the columns of a part of a text, from left to right: more than one range where text
  /// reads in both directions.
  /// - Parameters:
  ///   - text: the index of the text.
  ///   - part: the range of the text in the line.
  ///   - x: the column where this range begins.
  func columns(
    of range: Range<Int>, inText text: Int, part: Range<Int>, x: Int
  ) -> [Range<Int>] {
    let range = range.clamped(to: part)
    guard !range.isEmpty else { return [] }
    guard let line = texts[text].visualLine(part, order: settings.order) else {
      let before = texts[text].text(in: part.lowerBound..<range.lowerBound)
      let start = x + DisplayWidth.columns(of: String(before))
      return [start..<start + DisplayWidth.columns(of: String(texts[text].text(in: range)))]
    }
    var columns: [Range<Int>] = []
    for placed in line.glyphs where range.contains(placed.offset) {
      let start = x + placed.column
      let end = start + placed.glyph.width
      if let last = columns.last, last.upperBound == start {
        columns[columns.count - 1] = last.lowerBound..<end
      } else {
        columns.append(start..<end)
      }
    }
    return columns
  }

  /// Returns the column for a sign of some width that covers the first character of a part of a
  /// text. The sign begins at the character's left, or ends at its right in text from right to
  /// left.
  func signColumn(
    for range: Range<Int>, inText text: Int, part: Range<Int>, x: Int, width: Int
  ) -> Int? {
    guard let line = texts[text].visualLine(part, order: settings.order) else {
      return columns(of: range, inText: text, part: part, x: x).first?.lowerBound
    }
    guard
      let first = line.glyphs.filter({ range.contains($0.offset) })
        .min(by: { $0.offset < $1.offset })
    else { return nil }
    return first.isRightToLeft
      ? x + first.column + first.glyph.width - width : x + first.column
  }

  /// Returns the column of the first character of a line that isn't a space, or nil for a blank
  /// line.
  func textStart(of line: ArticleLine) -> Int? {
    for part in line.parts {
      switch part {
      case .text(let x, let index, let range):
        let text = texts[index].text(in: range)
        if let start = text.firstIndex(where: { $0 != " " }) {
          let offset = range.lowerBound + text.utf8.distance(from: text.startIndex, to: start)
          return signColumn(
            for: offset..<range.upperBound, inText: index, part: range, x: x, width: 1)
        }
      case .decoration(let x, let sign, _): if !sign.isEmpty { return x }
      case .rule: continue
      }
    }
    return nil
  }
}
