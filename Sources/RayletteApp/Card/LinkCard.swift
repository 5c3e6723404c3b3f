import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid

/// The content of a card.
enum CardContent {
  case loading(URL, link: Wheel.Link)
  case metadata(LinkMetadata, link: Wheel.Link)
  case failure(Failure)

  /// A page that couldn't be fetched, and what's known about it all the same.
  struct Failure {
    var error: LinkMetadataError
    /// When it failed, if that was remembered from an earlier fetch.
    var since: Date?
    /// The title of the saved link, or of the wheel.
    var title: String?
    var link: Wheel.Link
  }
}

extension Spin {
  var cardContent: CardContent {
    switch phase {
    case .loading, .cancelled: .loading(url, link: link)
    case .loaded(let entry): .metadata(entry.metadata, link: link)
    case .failed(let error, let since):
      .failure(.init(error: error, since: since, title: titleWithoutPage, link: link))
    }
  }
}

/// A link with its picture, title and summary, in a frame.
struct LinkCard {
  /// A key that helps after a failure, and what it does.
  struct RecoveryAction {
    var label: String
    var text: String
  }

  let text: CardText
  let layout: CardLayout
  private let pictures: Pictures
  var appearance: Appearance { text.appearance }

  /// - Parameters:
  ///   - room: The largest frame.
  ///   - fitsText: Whether the frame of a card without a picture is only as wide as the text.
  init(_ text: CardText, room: GridRect, pictures: Pictures = .none, fitsText: Bool = false) {
    self.text = text
    self.pictures = pictures
    let hasPicture = text.content.hasPicture(in: pictures, room: room)
    // Beside a picture, the frame is so high that it has room for the beginning of the page.
    let beginningRows = hasPicture ? 0 : Self.beginningRows
    layout = CardLayout(room: room, hasPicture: hasPicture, fitsText: fitsText) {
      text.size(columns: $0, beginningRows: beginningRows)
    }
  }

  /// The rows for the beginning of the page on a card without a picture.
  private static let beginningRows = 10

  /// The request for the picture, or nil if the card has none.
  var pictureRequest: PictureRequest? {
    guard case .metadata(let metadata, _) = text.content, let place = layout.picture else {
      return nil
    }
    return metadata.pictureRequest(size: place.size, form: pictures.form)
  }

  func draw(in grid: inout Grid) {
    let theme = appearance.theme
    grid.drawBox(layout.frame, glyphs: appearance.symbols.box, style: theme.border)
    guard !layout.text.isEmpty else { return }
    if let place = layout.picture { drawPicture(in: &grid, place: place) }
    let area = layout.text
    for (row, line) in text.lines(columns: area.columns, rows: area.rows).enumerated() {
      let (x, y) = (area.x, area.y + row)
      switch line {
      case .text(let text, let style): grid.draw(text, x: x, y: y, style: style, clip: area)
      case .site: drawSite(in: &grid, y: y)
      case .bar(let percent):
        let bar = String(
          repeating: appearance.symbols.skeleton, count: area.columns * percent / 100)
        grid.draw(bar, x: x, y: y, style: theme.border, clip: area)
      case .key(let label, let text, let textX):
        grid.draw(label, x: x, y: y, style: theme.accent, clip: area)
        grid.draw(text, x: x + textX, y: y, style: theme.secondary, clip: area)
      case .ending(let text, let key):
        grid.draw(text, x: x, y: y, style: theme.secondary, clip: area)
        let hint = CardText.readHint
        let hintX = area.maxX - DisplayWidth.columns(of: key) - DisplayWidth.columns(of: hint) - 1
        let end = grid.draw(key, x: hintX, y: y, style: theme.accent, clip: area)
        grid.draw(hint, x: end + 1, y: y, style: theme.secondary, clip: area)
      case .blank: break
      }
    }
  }

  /// Draws the site with its tile, and the kind of page: ` Y  YouTube · video`.
  private func drawSite(in grid: inout Grid, y: Int) {
    guard case .metadata(let metadata, _) = text.content else { return }
    let (area, theme, symbols) = (layout.text, appearance.theme, appearance.symbols)
    let facts = CardFacts(metadata: metadata, now: text.now, symbols: symbols)
    var x = area.x
    if let tile = SiteTile(metadata, appearance: appearance) {
      x = tile.draw(in: &grid, x: x, y: y, clip: area) + 1
    } else {
      let end = grid.draw(facts.symbol, x: x, y: y, style: theme.secondary, clip: area)
      if end > x { x = end + 1 }
    }
    let line = symbols.truncated(facts.site, columns: area.maxX - x)
    grid.draw(line, x: x, y: y, style: theme.secondary, clip: area)
  }

  /// Draws the picture, or a placeholder until it arrives.
  private func drawPicture(in grid: inout Grid, place: GridRect) {
    switch pictureRequest.map({ pictures.state(of: $0) }) {
    case .drawn(let picture)?, .awaited(meanwhile: let picture?)?:
      grid.draw(
        picture, x: place.x + (place.columns - picture.size.columns) / 2,
        y: place.y + (place.rows - picture.size.rows) / 2, clip: place)
    case .awaited?, nil:
      let bar = String(repeating: appearance.symbols.skeleton, count: place.columns)
      for y in place.y..<place.maxY {
        grid.draw(bar, x: place.x, y: y, style: appearance.theme.border, clip: place)
      }
    case .failed?: break
    }
  }
}

extension CardContent {
  /// Whether a card has a picture, or may turn out to have one. One that can't be drawn counts as
  /// none, so that the text has the card for itself.
  fileprivate func hasPicture(in pictures: Pictures, room: GridRect) -> Bool {
    guard pictures.form != nil else { return false }
    switch self {
    // Most pages have one.
    case .loading: return true
    case .metadata(let metadata, _):
      guard let place = CardLayout.picture(in: room),
        let request = metadata.pictureRequest(size: place.size, form: pictures.form)
      else { return false }
      return pictures.state(of: request) != .failed
    case .failure: return false
    }
  }
}
