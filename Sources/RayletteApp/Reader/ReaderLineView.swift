import Foundation
import TerminalGrid

/// Draws a line of an article.
struct ReaderLineView {
  let line: ArticleLine
  let article: ArticleLayout
  let appearance: Appearance
  /// The page in the reader, with its selection and search. Nil for printed articles.
  var page: ReaderPage?
  /// The rectangle to draw in.
  let row: GridRect

  private var theme: Theme { appearance.theme }
  private var styles: ArticleStyles { ArticleStyles(theme: theme) }

  func draw(in grid: inout Grid) {
    let block = article.unwrappedBlock(of: line)
    let shift = block?.shift(page?.sideways ?? 0) ?? 0
    // A block's left margin stays when the block is scrolled. Printed lines are shown whole.
    let clip =
      page == nil
      ? row
      : block.map { GridRect(x: row.x + $0.textX, y: row.y, columns: $0.room, rows: 1) }?
        .intersection(row) ?? row
    var ends = row.x..<row.x
    for part in line.parts {
      switch part {
      case .text(let x, let text, let range):
        let start = row.x + x - shift
        let end = draw(text, range, x: start, clip: clip, in: &grid)
        ends = ends.isEmpty ? start..<end : min(ends.lowerBound, start)..<max(ends.upperBound, end)
      case .decoration(let x, let sign, let kind):
        grid.draw(sign, x: row.x + x, y: row.y, style: styles.style(of: kind), clip: row)
      case .rule(let x, let columns):
        let rule = GridRect(x: row.x + x - shift, y: row.y, columns: columns, rows: 1)
          .intersection(clip)
        grid.drawRule(
          x: rule.x, y: row.y, columns: rule.columns, glyphs: appearance.symbols.box,
          style: theme.border)
      }
    }
    guard let block else { return }
    if case .code = block.content, page != nil { drawEdge(of: block, in: &grid) }
    let start = row.x + block.textX - shift
    drawCuts(
      from: block.isMirrored ? ends.lowerBound : start,
      to: block.isMirrored ? start + block.width : ends.upperBound, clip: clip, in: &grid)
    if case .code = block.content {
      let margins = block.margins
      let codeRect = GridRect(
        x: row.x + margins.left, y: row.y,
        columns: row.columns - margins.left - margins.right, rows: 1)
      grid.tint(codeRect, background: theme.codeBackground)
    }
  }

  /// Draws a part of a text.
  /// - Returns: the column after the last character, which may be beyond the edge.
  private func draw(
    _ index: Int, _ range: Range<Int>, x: Int, clip: GridRect, in grid: inout Grid
  ) -> Int {
    let text = article.texts[index]
    let spans = pieces(of: text, index, range)
    if let line = text.visualLine(range, order: article.settings.order) {
      return grid.draw(line, x: x, y: row.y, clip: clip) { offset in
        let index = spans.partitioningIndex { $0.range.upperBound > offset }
        guard spans.indices.contains(index) else { return (.plain, nil) }
        return (style(of: spans[index], in: text), address(of: spans[index]))
      }
    }
    var column = x
    for piece in spans {
      let string = String(text.text(in: piece.range))
      let style = style(of: piece, in: text)
      if let address = address(of: piece) {
        column = grid.draw(
          string, linkingTo: address, x: column, y: row.y, style: style, clip: clip)
      } else {
        column = grid.draw(string, x: column, y: row.y, style: style, clip: clip)
      }
    }
    // Stops drawing at the edge.
    return column < clip.maxX
      ? column : x + DisplayWidth.columns(of: String(text.text(in: range)))
  }

  private func address(of piece: Piece) -> String? {
    guard let link = piece.style.link, article.links.indices.contains(link) else { return nil }
    return article.links[link].url?.absoluteString
  }

  /// Draws the letters that select the links of the line.
  /// - Parameter drawn: the links whose letters are in a line above.
  func draw(_ hints: [Int: String], drawn: inout Set<Int>, in grid: inout Grid) {
    let shift = article.unwrappedBlock(of: line)?.shift(page?.sideways ?? 0) ?? 0
    for case .text(let x, let text, let range) in line.parts {
      for mark in article.texts[text].marks(in: range) {
        guard let link = mark.style.link, let label = hints[link], drawn.insert(link).inserted
        else { continue }
        let column = article.signColumn(
          for: mark.range, inText: text, part: range, x: x, width: label.count)
        grid.draw(
          label, x: row.x + max(0, (column ?? x) - shift), y: row.y, style: theme.accentBlock,
          clip: row)
      }
    }
  }

  /// Draws a rule at the left of code, if there's no colour for its background.
  private func drawEdge(of block: UnwrappedBlock, in grid: inout Grid) {
    guard theme.codeBackground == .terminalDefault else { return }
    grid.draw(
      appearance.symbols.box.vertical, x: row.x + block.margins.left, y: row.y, style: theme.border,
      clip: row)
  }

  /// Shows that a line continues beyond the edges.
  private func drawCuts(from start: Int, to end: Int, clip: GridRect, in grid: inout Grid) {
    let sign = appearance.symbols.ellipsis
    let columns = DisplayWidth.columns(of: sign)
    if start < clip.x, end > clip.x {
      grid.draw(sign, x: clip.x, y: row.y, style: theme.accent, clip: clip)
    }
    if end > clip.maxX {
      grid.draw(sign, x: clip.maxX - columns, y: row.y, style: theme.accent, clip: clip)
    }
  }

  private struct Piece {
    var range: Range<Int>
    var style: ArticleText.InlineStyle
    /// Whether the piece is the current match of the search. Nil if it isn't a match.
    var isCurrentMatch: Bool?
  }

  /// Splits a part of a text where its style changes, and at the bounds of matches.
  private func pieces(of text: ArticleText, _ index: Int, _ range: Range<Int>) -> [Piece] {
    let matches = page?.search?.matches(in: index, range) ?? []
    return text.pieces(in: range).flatMap { piece in
      var parts: [Piece] = []
      var end = piece.range.lowerBound
      for (match, isCurrent) in matches where match.overlaps(piece.range) {
        let found = match.clamped(to: piece.range)
        if end < found.lowerBound {
          parts.append(Piece(range: end..<found.lowerBound, style: piece.style))
        }
        parts.append(Piece(range: found, style: piece.style, isCurrentMatch: isCurrent))
        end = found.upperBound
      }
      if end < piece.range.upperBound {
        parts.append(Piece(range: end..<piece.range.upperBound, style: piece.style))
      }
      return parts
    }
  }

  private func style(of piece: Piece, in text: ArticleText) -> CellStyle {
    if let isCurrent = piece.isCurrentMatch {
      var style = theme.match
      if isCurrent { style.attributes.insert(.reverse) }
      return style
    }
    guard let link = piece.style.link, link == page?.link else {
      return styles.style(of: piece.style, in: text.role)
    }
    var style = theme.accentBlock
    if piece.style.isEmphasis { style.attributes.insert(.italic) }
    return style
  }
}
