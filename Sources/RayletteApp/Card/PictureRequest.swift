public import Foundation
import LinkPreview
public import TerminalGrid

/// A request for a picture at the size that a card has room for. It also identifies the answer.
public struct PictureRequest: Hashable, Sendable {
  public var url: URL
  /// The address that led to the page with the picture. It decides which addresses may be fetched.
  public var page: URL
  /// The maximum size in cells. The picture keeps its proportions.
  public var size: Size
  /// The colours that the picture may use.
  public var depth: ColorDepth

  public init(url: URL, page: URL, size: Size, depth: ColorDepth) {
    self.url = url
    self.page = page
    self.size = size
    self.depth = depth
  }
}

/// Whether cards have pictures.
public enum ImagePolicy: String, Hashable, Sendable, CaseIterable {
  /// Where they look good, which is from 256 colours on.
  case auto
  /// On any terminal with colours.
  case always
  /// Nowhere. No picture is fetched.
  case never

  /// Returns the colours to draw pictures in on a terminal with this colour depth, or nil for no
  /// pictures.
  public func depth(on depth: ColorDepth) -> ColorDepth? {
    switch (self, depth) {
    case (.never, _), (_, .none), (.auto, .ansi8), (.auto, .ansi16): nil
    default: depth
    }
  }
}

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
    guard help == nil, size.holds(ScreenLayout.minimum) else { return nil }
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
  /// Returns the request for this page's picture, or nil if it has none or pictures aren't drawn.
  func pictureRequest(size: Size, depth: ColorDepth?) -> PictureRequest? {
    guard let media = cardPicture, let depth else { return nil }
    return PictureRequest(url: media.url, page: originalURL, size: size, depth: depth)
  }
}
