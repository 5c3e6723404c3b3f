import Articles
import LinkPreview
import TerminalGrid

extension AppState {
  /// The next picture to draw: the first one on screen that isn't drawn, or else the next one below
  /// it. Nil if they're all drawn.
  var pictureInReader: PictureRequest? {
    guard let page, let layout = page.layout, pictures.form != nil else { return nil }
    let rows = ReaderLayout(self).rows
    // A screen ahead, so that most are there when they come on screen.
    let near = page.top - rows..<page.top + 2 * rows
    let ahead = layout.pictures.filter { near.overlaps($0.line..<$0.line + $0.rows) }
    let sorted = ahead.sorted { one, other in
      (one.line < page.top ? 1 : 0, one.line) < (other.line < page.top ? 1 : 0, other.line)
    }
    let requests = sorted.compactMap { request(of: $0, on: page) }
    return requests.first { if case .awaited = pictures.state(of: $0) { true } else { false } }
  }

  /// Gives a picture the room that it takes now that it's drawn. The text at the top stays there.
  mutating func makeRoom(for picture: Picture?, of request: PictureRequest) {
    guard request.isWhole, reader != nil else { return }
    let room = ArticleLayout.PictureRoom(
      columns: request.size.columns, rows: picture?.size.rows ?? 0)
    reader?.update(where: { $0.metadata.originalURL == request.page }) { page in
      page.pictureRooms[request.url] = room
    }
    relayoutReader()
  }

  /// Returns the request for a picture, or nil if it's in a format that can't be drawn.
  func request(of place: ArticleLayout.PicturePlace, on page: ReaderPage) -> PictureRequest? {
    let media = LinkMetadata.Media(url: place.picture.url)
    guard let form = pictures.form, media.mayBeDrawn else { return nil }
    return PictureRequest(
      url: place.picture.url, page: page.metadata.originalURL, size: place.size, form: form,
      isWhole: true)
  }
}
