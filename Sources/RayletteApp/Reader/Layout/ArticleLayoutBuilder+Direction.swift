import Articles
import LinkPreview
import TerminalGrid

/// The columns that a block leaves free at its sides.
struct Margins: Equatable, Sendable {
  var left = 0
  var right = 0
}

/// Aligns text that reads from right to left.
extension ArticleLayoutBuilder {
  /// Whether a text begins at the right. In an article from right to left, that includes texts
  /// without letters of such a script, unless they're longer than a line.
  func isAtRight(_ text: ArticleText, lines: Int) -> Bool {
    guard settings.alignsByDirection else { return false }
    if text.direction == .rightToLeft { return true }
    return direction == .rightToLeft
      && lines <= text.text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) + 1
  }

  /// Returns the first column of a line of text that ends at a column.
  func x(of range: Range<Int>, of text: ArticleText, end: Int) -> Int {
    end - DisplayWidth.columns(of: String(text.text(in: range)))
  }

  /// Whether the mark of blocks is at their right: the sign of an item, or the bar of a quote.
  /// - Parameter isNumber: whether the mark has digits. A terminal that reorders lines itself would
  ///   move them to the end of the text.
  func isAtRight(_ blocks: [ArticleBlock], isNumber: Bool = false) -> Bool {
    guard settings.alignsByDirection, !isNumber || settings.order != .logical else { return false }
    return direction == .rightToLeft || isMixed && blocks.firstDirection == .rightToLeft
  }

  /// Whether the first column of a table is at its right. Terminals that reorder lines themselves
  /// reorder the columns too.
  var tablesAreMirrored: Bool {
    settings.alignsByDirection && settings.order != .logical && direction == .rightToLeft
  }

  /// Returns the margins of the blocks beside a mark.
  func indented(_ margins: Margins, by columns: Int, isAtRight: Bool) -> Margins {
    var margins = margins
    if isAtRight {
      // Limits the indentation, because text can't go beyond the left edge of the column.
      let limit = self.columns - margins.left - Self.columnsMinimum
      margins.right = min(margins.right + columns, max(margins.right, limit))
    } else {
      margins.left += columns
    }
    return margins
  }

  /// Adds the mark of blocks to one of their lines, beside the text.
  /// - Parameter gap: the columns between the mark and the text.
  mutating func mark(
    _ line: Int, _ sign: String, _ decoration: ArticleLine.Decoration, beside margins: Margins,
    gap: Int, isAtRight: Bool
  ) {
    let x =
      isAtRight
      ? columns - margins.right + gap
      : margins.left - gap - DisplayWidth.columns(of: sign)
    lines[line].parts.insert(.decoration(x: x, sign, decoration), at: 0)
  }
}
