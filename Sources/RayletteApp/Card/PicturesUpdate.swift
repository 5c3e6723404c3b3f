import LinkPreview
import TerminalGrid

extension AppState {
  /// Requests the picture on screen, and cancels the request when it's no longer wanted.
  mutating func followPictures() -> [Effect] {
    guard pictures.depth != nil else { return [] }
    let id = lastRequest.next
    let effects = pictures.show(pictureOnScreen, id: id)
    if pictures.request.pendingID == id { lastRequest = id }
    return effects
  }

  private var pictureOnScreen: PictureRequest? {
    guard helpScroll == nil, size.holds(ScreenLayout.minimum) else { return nil }
    let body = ScreenLayout(self).body
    switch tab {
    case .spin:
      guard let spin, case .metadata(let metadata, _) = spin.cardContent else { return nil }
      let layout = CardLayout(
        spin.cardContent, rect: SpinLayout(body: body).card, hasPictures: true)
      return layout.picture.flatMap { place in
        metadata.pictureRequest(size: place.size, depth: pictures.depth)
      }
    case .saved:
      let layout = SavedLayout(body: body, symbols: appearance.symbols)
      guard let rect = layout.card, let link = saved.linkAtCursor else { return nil }
      return SavedCardLayout(link, in: rect, of: self).picture
    }
  }
}

extension LinkMetadata {
  /// The request for this page's picture; nil when it has none, or none are drawn.
  func pictureRequest(size: Size, depth: ColorDepth?) -> PictureRequest? {
    guard let media = cardPicture, let depth else { return nil }
    return PictureRequest(url: media.url, page: originalURL, size: size, depth: depth)
  }
}
