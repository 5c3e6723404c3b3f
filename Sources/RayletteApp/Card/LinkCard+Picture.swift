import LinkPreview
import TerminalGrid

/// Draws a card's picture, or a placeholder for it.
extension LinkCard {
  func drawPicture(of metadata: LinkMetadata, in grid: inout Grid, place: Rect) {
    guard let request = metadata.pictureRequest(size: place.size, form: pictures.form) else {
      return
    }
    switch pictures.state(of: request) {
    case .drawn(let picture), .awaited(meanwhile: let picture?):
      grid.draw(
        picture, x: place.x + (place.columns - picture.size.columns) / 2,
        y: place.y + (place.rows - picture.size.rows) / 2, clip: place)
    case .awaited: drawSkeleton(in: &grid, place: place)
    case .failed:
      grid.drawBox(place, glyphs: appearance.symbols.box, style: appearance.theme.border)
      SiteTile(metadata, appearance: appearance)?.draw(in: &grid, centredIn: place)
    }
  }

  /// Draws the placeholder of a picture that hasn't arrived.
  func drawSkeleton(in grid: inout Grid, place: Rect) {
    for y in place.y..<place.maxY {
      grid.draw(
        String(repeating: appearance.symbols.skeleton, count: place.columns), x: place.x, y: y,
        style: appearance.theme.border, clip: place)
    }
  }
}
