import Articles
import Foundation
import LinkPreview
import Markup
import TerminalGrid

/// Draws the page that's read.
struct ReaderView {
  let state: AppState
  let page: ReaderPage
  let layout: ReaderLayout
  let theme: Theme
  let symbols: Symbols

  init(page: ReaderPage, in state: AppState) {
    self.page = page
    self.state = state
    layout = state.reader.screenLayout(in: state.surroundings)
    theme = state.appearance.theme
    symbols = state.appearance.symbols
  }

  private var linkHints: LinkHints? {
    if case .hints(let hints)? = state.modals.top { hints } else { nil }
  }

  func draw(in grid: inout Grid) {
    let column = layout.column
    grid.place(Cursor(x: column.x, y: column.y))
    switch page.phase {
    case .loading(let elapsed):
      let title = TextWrapping.truncated(
        page.metadata.displayTitle, columns: column.columns, ellipsis: symbols.ellipsis)
      grid.draw(title, x: column.x, y: column.y, style: theme.title, clip: column)
      let line = Rect(x: column.x, y: column.y + 2, columns: column.columns, rows: 1)
      LoadingLine(elapsed: elapsed, address: page.metadata.address.text, state: state)
        .draw(in: &grid, clip: line)
    case .failed(let error): draw(error, in: &grid)
    case .shown(let shown): draw(shown.layout, in: &grid)
    }
  }

  /// Draws why there's nothing to read, and the keys that help.
  private func draw(_ error: ArticleError, in grid: inout Grid) {
    let column = layout.column
    var y = column.y
    func draw(_ text: String, _ style: Style) {
      let lines = TextWrapping.lines(
        text, columns: column.columns, limit: 4, ellipsis: symbols.ellipsis)
      for line in lines {
        grid.draw(line, x: column.x, y: y, style: style, clip: column)
        y += 1
      }
    }
    draw(page.metadata.displayTitle, theme.title)
    y += 1
    draw(Symbols.label(symbols.failure, error.sentence), theme.failure)
    y += 1
    let texts: [(action: ReaderAction, help: String)] = [
      (.reloadPressed, "try again"), (.openPressed, "open in the browser"),
      (.backPressed, "go back"),
    ]
    for binding in state.keyMap.available(in: state) {
      guard let help = texts.first(where: { binding.action == .reader($0.action) })?.help,
        y < column.maxY
      else { continue }
      let x = grid.draw(binding.label, x: column.x, y: y, style: theme.accent, clip: column)
      grid.draw(help, x: max(x + 1, column.x + 5), y: y, style: theme.secondary, clip: column)
      y += 1
    }
  }

  private func draw(_ article: ArticleLayout, in grid: inout Grid) {
    let column = layout.column
    let visible = state.reader.linesOnScreen(in: state.surroundings)
    drawPictures(of: article, in: &grid)
    let hints = linkHints?.remaining ?? [:]
    var labelled: Set<Int> = []
    for row in 0..<visible.count {
      let line = article.lines[article.line(atRow: row, top: page.top)]
      let rect = Rect(x: column.x, y: column.y + row, columns: column.columns, rows: 1)
      let view = ReaderLineView(
        line: line, article: article, appearance: state.appearance, page: page, row: rect)
      view.draw(in: &grid)
      if !hints.isEmpty { view.draw(hints, drawn: &labelled, in: &grid) }
    }
    placeCursor(on: article.lines[visible], in: &grid)
  }

  /// Puts the cursor where one reads, or at the selected link or the match.
  private func placeCursor(on lines: ArraySlice<ArticleLine>, in grid: inout Grid) {
    let column = layout.column
    var target = page.top
    if let search = page.search, let current = search.current {
      target = search.matches[current].line
    }
    if let link = page.link, let places = page.layout?.linkPlaces, places.indices.contains(link) {
      target = places[link].line
    }
    if !lines.indices.contains(target) { target = page.top }
    // Screen readers read from the cursor on, so it's at a text.
    for (index, line) in zip(lines.indices, lines) where index >= target {
      guard let x = page.layout?.textStart(of: line) else { continue }
      grid.place(Cursor(x: column.x + x, y: column.y + index - page.top))
      return
    }
  }
}
