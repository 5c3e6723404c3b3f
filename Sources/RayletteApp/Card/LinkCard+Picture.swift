import LinkPreview
import TerminalGrid

/// The part of a card that shows its picture, or what stands in for it.
extension LinkCard {
  /// The picture that the card has room for; nil for none.
  func request(in rect: Rect) -> PictureRequest? {
    guard case .metadata(let metadata, _) = content, let place = layout(in: rect).picture else {
      return nil
    }
    return request(of: metadata, place: place)
  }

  private func request(of metadata: LinkMetadata, place: Rect) -> PictureRequest? {
    guard let media = metadata.cardPicture, let depth = pictures.depth else { return nil }
    return PictureRequest(
      url: media.url, page: metadata.originalURL, size: place.size, depth: depth)
  }

  func drawPicture(of metadata: LinkMetadata, in grid: inout Grid, place: Rect) {
    guard let request = request(of: metadata, place: place) else { return }
    switch pictures.look(of: request) {
    case .drawn(let picture), .awaited(inTheMeantime: let picture?):
      grid.draw(
        picture, x: place.x + (place.columns - picture.size.columns) / 2,
        y: place.y + (place.rows - picture.size.rows) / 2, clip: place)
    case .awaited: drawSkeleton(in: &grid, place: place)
    case .failed:
      grid.drawBox(place, glyphs: appearance.symbols.box, style: appearance.theme.border)
      SiteTile(metadata, appearance: appearance)?.draw(in: &grid, centredIn: place)
    }
  }

  /// Where a picture will stand.
  func drawSkeleton(in grid: inout Grid, place: Rect) {
    for y in place.y..<place.maxY {
      grid.draw(
        String(repeating: appearance.symbols.skeleton, count: place.columns), x: place.x, y: y,
        style: appearance.theme.border, clip: place)
    }
  }
}
