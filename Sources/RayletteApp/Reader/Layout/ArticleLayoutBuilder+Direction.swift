import Articles
import LinkPreview
import TerminalGrid

/// The columns that a block leaves free at its sides.
struct Margins: Equatable, Sendable {
  var left = 0
  var right = 0
}

/// Starts text that reads from right to left at the right.
extension ArticleLayoutBuilder {
  /// Whether a text begins at the right. In an article from right to left, those without letters of
  /// such a script do, too, unless they're too long for a line.
  func isAtRight(_ text: ArticleText, lines: Int) -> Bool {
    guard settings.alignsByDirection else { return false }
    if text.direction == .rightToLeft { return true }
    return direction == .rightToLeft
      && lines <= text.text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) + 1
  }

  /// Returns the column where a line of a text begins that ends before a column.
  func x(of range: Range<Int>, of text: ArticleText, end: Int) -> Int {
    end - DisplayWidth.columns(of: String(text.text(in: range)))
  }

  /// Whether the mark of some blocks is at their right: the sign of an item, or the bar of a quote.
  /// - Parameter isNumber: Whether the mark has digits. A terminal that reorders lines itself would
  ///   take them for the end of the text.
  func isAtRight(_ blocks: [ArticleBlock], isNumber: Bool = false) -> Bool {
    guard settings.alignsByDirection, !isNumber || settings.order != .logical else { return false }
    return direction == .rightToLeft || isMixed && blocks.firstDirection == .rightToLeft
  }

  /// Whether the first column of a table is at its right. Terminals that reorder lines themselves
  /// reorder the columns, too.
  var tablesAreMirrored: Bool {
    settings.alignsByDirection && settings.order != .logical && direction == .rightToLeft
  }

  /// Returns the margins of what's beside a mark.
  func indented(_ margins: Margins, by columns: Int, isAtRight: Bool) -> Margins {
    var margins = margins
    if isAtRight {
      // Text can't go beyond the left edge of the column, so it isn't indented without end.
      let limit = self.columns - margins.left - Self.columnsMinimum
      margins.right = min(margins.right + columns, max(margins.right, limit))
    } else {
      margins.left += columns
    }
    return margins
  }

  /// Adds the mark of some blocks to a line of theirs, beside their text.
  /// - Parameter gap: The columns between the mark and the text.
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
