import Foundation
import TerminalGrid

/// Draws a line of an article.
struct ReaderLineView {
  let line: ArticleLine
  let article: ArticleLayout
  let page: ReaderPage
  let state: AppState
  /// Where it's drawn.
  let row: Rect

  private var theme: Theme { state.appearance.theme }

  func draw(in grid: inout Grid) {
    for part in line.parts {
      switch part {
      case .text(let x, let text, let range): draw(text, range, x: x, in: &grid)
      case .decoration(let x, let sign, let kind):
        grid.draw(sign, x: row.x + x, y: row.y, style: style(of: kind), clip: row)
      case .rule(let x, let columns):
        grid.drawRule(
          x: row.x + x, y: row.y, columns: columns, glyphs: state.appearance.symbols.box,
          style: theme.border)
      }
    }
    if case .code(let x) = line.kind {
      let place = Rect(x: row.x + x, y: row.y, columns: row.columns - x, rows: 1)
      grid.tint(place, background: theme.codeBackground)
    }
  }

  private func draw(_ index: Int, _ range: Range<Int>, x: Int, in grid: inout Grid) {
    let text = article.texts[index]
    var clip = row
    var column = row.x + x
    if case .code = line.kind {
      // The space at the left stays when code is scrolled.
      clip = Rect(x: column, y: row.y, columns: max(0, row.maxX - column), rows: 1)
      column -= page.sideways
    }
    defer { drawCut(after: text.text(in: range), x: row.x + x, clip: clip, in: &grid) }
    for piece in pieces(of: text, index, range) {
      let words = String(text.text(in: piece.range))
      if let link = piece.style.link, article.links.indices.contains(link) {
        column = grid.draw(
          words, linkingTo: article.links[link].url.absoluteString, x: column, y: row.y,
          style: style(of: piece, in: text), clip: clip)
      } else {
        column = grid.draw(
          words, x: column, y: row.y, style: style(of: piece, in: text), clip: clip)
      }
    }
  }

  /// Shows that a line of code goes on beyond the edge.
  private func drawCut(after text: Substring, x: Int, clip: Rect, in grid: inout Grid) {
    guard case .code = line.kind,
      x - page.sideways + DisplayWidth.columns(of: String(text)) > clip.maxX
    else { return }
    let sign = state.appearance.symbols.ellipsis
    let x = clip.maxX - DisplayWidth.columns(of: sign)
    grid.draw(sign, x: x, y: row.y, style: theme.accent, clip: clip)
  }

  private struct Piece {
    var range: Range<Int>
    var style = ArticleText.InlineStyle()
    /// Nil if it isn't a match of the search.
    var isCurrentMatch: Bool?
  }

  /// Splits a part of a text where its style changes.
  private func pieces(of text: ArticleText, _ index: Int, _ range: Range<Int>) -> [Piece] {
    let matches = page.search?.matches(in: index, range) ?? []
    let marks = text.marks.filter { $0.range.overlaps(range) }
    guard !matches.isEmpty || !marks.isEmpty else { return [Piece(range: range)] }
    var edges: Set = [range.lowerBound, range.upperBound]
    for edge in marks.map(\.range) + matches.map(\.range) {
      let shown = edge.clamped(to: range)
      edges.insert(shown.lowerBound)
      edges.insert(shown.upperBound)
    }
    let sorted = edges.sorted()
    return zip(sorted, sorted.dropFirst()).map { start, end in
      Piece(
        range: start..<end,
        style: marks.first { $0.range.contains(start) }?.style ?? .init(),
        isCurrentMatch: matches.first { $0.range.contains(start) }?.isCurrent)
    }
  }

  private func style(of piece: Piece, in text: ArticleText) -> Style {
    var style = style(of: text.role)
    if piece.style.isCode { style = theme.code }
    if piece.style.isNoteMark { style = theme.secondary }
    if let link = piece.style.link {
      style = link == page.link ? theme.accentBlock : theme.link
    }
    if piece.style.isStrong { style.attributes.insert(.bold) }
    if piece.style.isEmphasis { style.attributes.insert(.italic) }
    if let isCurrent = piece.isCurrentMatch {
      style = theme.match
      if isCurrent { style.attributes.insert(.reverse) }
    }
    return style
  }

  private func style(of role: ArticleText.Role) -> Style {
    switch role {
    case .body: .plain
    case .title: theme.title
    case .heading(let level): level <= 2 ? theme.accent : theme.title
    case .tableHeader: theme.title
    case .caption: theme.caption
    case .facts: theme.secondary
    case .code: theme.codeBlock
    }
  }

  private func style(of kind: ArticleLine.Decoration) -> Style {
    switch kind {
    case .bullet: theme.accent
    case .quote: theme.accent
    case .noteMark: theme.secondary
    }
  }
}
