/// Lines for screen readers.
extension Grid {
  /// Draws a text in whole words from the left edge, on as many rows as it needs. A screen reader
  /// says all of them as one line, and says it again if the revision is another.
  /// - Parameters:
  ///   - limit: the maximum number of rows. A longer text ends in `...`.
  ///   - revision: a number that changes when the text should be said although it's the same.
  /// - Returns: the row after the text.
  @discardableResult
  package mutating func say(_ text: String, y: Int, limit: Int, revision: Int = 0) -> Int {
    // The last column stays free, so that no terminal wraps the line by itself.
    let lines = TextWrapping.lines(
      text, columns: max(1, size.columns - 1), limit: max(0, limit), ellipsis: "...")
    for (row, line) in lines.enumerated() where y + row < size.rows {
      draw(line, x: 0, y: y + row)
      if row > 0 { continuedRows.insert(y + row) }
    }
    if revision != 0 { revisions[y] = revision }
    return y + lines.count
  }

  /// The rows of each line: one row, and those that continue it.
  package var spokenLines: [Range<Int>] {
    var lines: [Range<Int>] = []
    for y in 0..<size.rows {
      if continuedRows.contains(y), let last = lines.last {
        lines[lines.count - 1] = last.lowerBound..<y + 1
      } else {
        lines.append(y..<y + 1)
      }
    }
    return lines
  }

  /// Returns whether a line isn't what was on its rows before, or is to be said again.
  package func isSaidAnew(_ line: Range<Int>, after previous: Grid) -> Bool {
    revisions[line.lowerBound] != previous.revisions[line.lowerBound]
      || line.contains {
        row($0) != previous.row($0)
          || continuedRows.contains($0) != previous.continuedRows.contains($0)
      }
  }
}
