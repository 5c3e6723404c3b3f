import Articles
import LinkPreview
import TerminalGrid

/// The pictures of an article, or what they show in words.
extension ReaderView {
  func drawPictures(of article: ArticleLayout, in grid: inout Grid) {
    let column = layout.column
    for place in article.pictures {
      let y = column.y + place.line - page.top
      guard y < column.maxY, y + place.rows > column.y else { continue }
      let rect = Rect(
        x: column.x + place.x, y: y, columns: place.size.columns, rows: place.rows)
      var state = Pictures.PictureState.failed
      if let request = page.request(of: place, form: self.state.pictures.form) {
        state = self.state.pictures.state(of: request)
      }
      if let picture = state.picture, picture.image == nil || rect.isInside(column) {
        let x = rect.x + max(0, (rect.columns - picture.size.columns) / 2)
        let top = rect.y + max(0, (rect.rows - picture.size.rows) / 2)
        grid.draw(picture, x: x, y: top, clip: rect.intersection(column))
      } else {
        // A picture in pixels can't be shown in part.
        drawWords(for: place, in: &grid, rect: rect)
      }
    }
  }

  /// Draws what a picture shows in words, in its place.
  private func drawWords(
    for place: ArticleLayout.PicturePlace, in grid: inout Grid, rect: Rect
  ) {
    let column = layout.column
    let lines = TextWrapping.lines(
      Symbols.label(symbols.picture, place.picture.words), columns: rect.columns - 4, limit: 3,
      ellipsis: symbols.ellipsis)
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
  /// The picture that can be shown for now.
  fileprivate var picture: Picture? {
    switch self {
    case .drawn(let picture): picture
    case .awaited(let meanwhile): meanwhile
    case .failed: nil
    }
  }
}

extension Rect {
  fileprivate func isInside(_ other: Rect) -> Bool { intersection(other) == self }
}

extension ReaderState {
  /// The next picture to draw: the first one on screen that isn't drawn, or else the next one below
  /// it. Nil if they're all drawn.
  func pictureOnScreen(in surroundings: Surroundings) -> PictureRequest? {
    let pictures = surroundings.pictures
    guard let page, let layout = page.layout, pictures.form != nil else { return nil }
    let rows = screenLayout(in: surroundings).rows
    // A screen ahead, so that most are there when they come on screen.
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
  /// Returns the request for a picture, or nil if it's in a format that can't be drawn.
  func request(of place: ArticleLayout.PicturePlace, form: PictureForm?) -> PictureRequest? {
    let media = LinkMetadata.Media(url: place.picture.url)
    guard let form, media.mayBeDrawn else { return nil }
    return PictureRequest(
      url: place.picture.url, page: metadata.originalURL, size: place.size, form: form,
      isWhole: true)
  }
}
