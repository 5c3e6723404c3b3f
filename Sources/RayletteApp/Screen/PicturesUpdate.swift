import LinkPreview
import Links
import TerminalGrid

extension AppState {
  /// Requests the picture on screen, and cancels the request when it's no longer wanted.
  mutating func reconcilePictures() -> [Effect] {
    guard self.pictures.form != nil else { return [] }
    let id = lastRequest.next
    let effects = self.pictures.show(pictureOnScreen, id: id)
    if self.pictures.request.pendingID == id { lastRequest = id }
    return effects
  }

  private var pictureOnScreen: PictureRequest? {
    guard !modals.all.contains(where: \.delaysPictures), self.size.holds(ScreenLayout.minimum)
    else { return nil }
    if reader.isOpen { return reader.pictureOnScreen(in: surroundings) }
    let body = self.body
    switch tab {
    case .spin:
      return spin.card.flatMap { SpinLayout($0, body: body, state: self).card.pictureRequest }
    case .saved:
      let layout = SavedLayout(saved.view, in: surroundings)
      guard let rect = layout.card, let link = saved.linkAtCursor else { return nil }
      return SavedCardLayout(link, in: rect, of: self).card.pictureRequest
    }
  }
}
