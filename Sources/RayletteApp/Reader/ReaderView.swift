import Articles
import Foundation
import LinkPreview
import Localization
import Markup
import TerminalGrid

/// Draws the page in the reader.
struct ReaderView: StateView {
  let state: AppState
  let page: ReaderPage
  let layout: ReaderLayout

  init(page: ReaderPage, in state: AppState) {
    self.page = page
    self.state = state
    layout = state.reader.screenLayout(in: state.surroundings)
  }

  private var linkHints: LinkHints? {
    if case .hints(let hints)? = state.modals.top { hints } else { nil }
  }

  func draw(in grid: inout Grid) {
    let column = layout.column
    grid.place(Cursor(x: column.x, y: column.y))
    switch page.phase {
    case .loading(let elapsed):
      let title = symbols.truncated(page.metadata.displayTitle, columns: column.columns)
      grid.draw(title, x: column.x, y: column.y, style: theme.title, clip: column)
      let line = GridRect(x: column.x, y: column.y + 2, columns: column.columns, rows: 1)
      LoadingLine(elapsed: elapsed, address: page.metadata.address.text, state: state)
        .draw(in: &grid, clip: line)
    case .failed(let error): draw(error, in: &grid)
    case .loaded(let content): draw(content.layout, in: &grid)
    }
  }

  /// Draws the reason why there's no text, and the keys that help.
  private func draw(_ error: ArticleError, in grid: inout Grid) {
    let column = layout.column
    var y = column.y
    func draw(_ text: String, _ style: CellStyle) {
      let lines = symbols.lines(text, columns: column.columns, limit: 4)
      for line in lines {
        grid.draw(line, x: column.x, y: y, style: style, clip: column)
        y += 1
      }
    }
    draw(page.metadata.displayTitle, theme.title)
    y += 1
    draw(Symbols.label(symbols.failure, error.sentence), theme.failure)
    y += 1
    let texts = [
      "reader.reload": localized("try again"), "link.open": VerbText.open,
      "reader.back": localized("go back"),
    ]
    for command in surroundings.keyMap.available(in: state) {
      guard let help = texts[command.name], y < column.maxY else { continue }
      let x = grid.draw(command.label, x: column.x, y: y, style: theme.accent, clip: column)
      grid.draw(help, x: max(x + 1, column.x + 5), y: y, style: theme.secondary, clip: column)
      y += 1
    }
  }

  private func draw(_ article: ArticleLayout, in grid: inout Grid) {
    let column = layout.column
    let visible = state.reader.linesOnScreen(in: surroundings)
    drawPictures(of: article, in: &grid)
    let hints = linkHints?.remaining ?? [:]
    var labelled: Set<Int> = []
    for row in 0..<visible.count {
      let line = article.lines[article.line(atRow: row, top: page.top)]
      let rect = GridRect(x: column.x, y: column.y + row, columns: column.columns, rows: 1)
      let view = ReaderLineView(
        line: line, article: article, appearance: surroundings.appearance, page: page,
        row: rect)
      view.draw(in: &grid)
      if !hints.isEmpty { view.draw(hints, drawn: &labelled, in: &grid) }
    }
    placeCursor(on: article.lines[visible], in: &grid)
    drawNext(below: article, in: &grid)
    Scrollbar(count: article.lines.count, visible: column.rows, top: page.top)
      .draw(in: &grid, beside: column, of: surroundings)
  }

  /// Draws which link comes next, below the end of the article.
  private func drawNext(below article: ArticleLayout, in grid: inout Grid) {
    let column = layout.column
    let y = column.y + min(article.lines.count - page.top + 1, column.rows)
    guard y < surroundings.body.maxY, let (key, text) = state.readOnText else { return }
    let x = grid.draw(key, x: column.x, y: y, style: theme.accent, clip: surroundings.body) + 2
    let title = symbols.truncated(text, columns: column.maxX - x)
    grid.draw(title, x: x, y: y, style: theme.secondary, clip: surroundings.body)
  }

  /// Places the cursor at the selected link or match, or else at the top of the text.
  private func placeCursor(on lines: ArraySlice<ArticleLine>, in grid: inout Grid) {
    let column = layout.column
    var target = page.top
    if let search = page.search, let current = search.current {
      target = search.matches[current].line
    }
    if let link = page.link, let spans = page.layout?.linkSpans, spans.indices.contains(link) {
      target = spans[link].line
    }
    if !lines.indices.contains(target) { target = page.top }
    // Screen readers read from the cursor on, so it has to be at a text.
    for (index, line) in zip(lines.indices, lines) where index >= target {
      guard let x = page.layout?.textStart(of: line) else { continue }
      grid.place(Cursor(x: column.x + x, y: column.y + index - page.top))
      return
    }
  }
}

/// Draws an article's pictures, or their alternative texts.
extension ReaderView {
  func drawPictures(of article: ArticleLayout, in grid: inout Grid) {
    let column = layout.column
    for frame in article.pictures {
      let y = column.y + frame.line - page.top
      guard y < column.maxY, y + frame.rows > column.y else { continue }
      let rect = GridRect(
        x: column.x + frame.x, y: y, columns: frame.size.columns, rows: frame.rows)
      var state = Pictures.PictureState.failed
      if let request = page.request(of: frame, form: surroundings.pictures.form) {
        state = surroundings.pictures.state(of: request)
      }
      if let picture = state.picture, picture.image == nil || rect.isInside(column) {
        let x = rect.x + max(0, (rect.columns - picture.size.columns) / 2)
        let top = rect.y + max(0, (rect.rows - picture.size.rows) / 2)
        grid.draw(picture, x: x, y: top, clip: rect.intersection(column))
      } else {
        // A picture in pixels can't be cropped.
        drawAlternativeText(for: frame, in: &grid, rect: rect)
      }
    }
  }

  /// Draws the alternative text of a picture, in the picture's position.
  private func drawAlternativeText(
    for frame: ArticleLayout.PictureFrame, in grid: inout Grid, rect: GridRect
  ) {
    let column = layout.column
    let lines = symbols.lines(
      Symbols.label(symbols.picture, frame.picture.label), columns: rect.columns - 4, limit: 3)
    let top = rect.y + max(0, (rect.rows - lines.count) / 2)
    for (row, line) in lines.enumerated() {
      let x = rect.x + max(0, (rect.columns - DisplayWidth.columns(of: line)) / 2)
      grid.draw(line, x: x, y: top + row, style: theme.secondary, clip: column)
    }
    for y in [rect.y, rect.maxY - 1] where (column.y..<column.maxY).contains(y) {
      grid.drawRule(
        x: rect.x, y: y, columns: rect.columns, glyphs: symbols.box, style: theme.border)
    }
  }
}

extension Pictures.PictureState {
  /// The picture to show so far.
  fileprivate var picture: Picture? {
    switch self {
    case .drawn(let picture): picture
    case .awaited(let meanwhile): meanwhile
    case .failed: nil
    }
  }
}

extension GridRect {
  fileprivate func isInside(_ other: GridRect) -> Bool { intersection(other) == self }
}

extension ReaderState {
  /// Returns the request for the next picture: the first undrawn one on screen, or else the next
  /// one below. Nil if all are drawn.
  func pictureOnScreen(in surroundings: Surroundings) -> PictureRequest? {
    let pictures = surroundings.pictures
    guard let page, let layout = page.layout, pictures.form != nil else { return nil }
    let rows = screenLayout(in: surroundings).rows
    // Draws pictures a screen ahead, so that most are ready when they come on screen.
    let near = page.top - rows..<page.top + 2 * rows
    let ahead = layout.pictures.filter { near.overlaps($0.line..<$0.line + $0.rows) }
    let sorted = ahead.sorted { one, other in
      (one.line < page.top ? 1 : 0, one.line) < (other.line < page.top ? 1 : 0, other.line)
    }
    let requests = sorted.compactMap { page.request(of: $0, form: pictures.form) }
    return requests.first { if case .awaited = pictures.state(of: $0) { true } else { false } }
  }
}

extension ReaderPage {
  /// Returns the request for a picture, or nil for a format that can't be drawn.
  func request(of frame: ArticleLayout.PictureFrame, form: PictureForm?) -> PictureRequest? {
    let media = LinkMetadata.Media(url: frame.picture.url)
    guard let form, media.mayBeDrawn else { return nil }
    return PictureRequest(
      url: frame.picture.url, page: metadata.originalURL, size: frame.size, form: form,
      isWhole: true)
  }
}
