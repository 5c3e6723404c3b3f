import Foundation
package import LinkPreview
import Links
import Markup
package import TerminalGrid

/// A link card for standard output: as tall as its content, with the address below.
package struct PrintedCard {
  private let metadata: LinkMetadata
  private let columns: Int
  private let appearance: Appearance
  private var pictures = Pictures.none

  /// - Parameter columns: The columns of the terminal. The card itself has at most 80, so that it
  ///   stays readable.
  package init(metadata: LinkMetadata, columns: Int, appearance: Appearance) {
    self.metadata = metadata
    self.columns = min(max(columns, 20), Self.widest)
    self.appearance = appearance
  }

  private static let widest = 80
  private static let summaryRows = 4

  /// Whether the page has a picture that could be drawn.
  package var hasPicture: Bool { metadata.cardPicture != nil }

  /// Returns the request for the picture in some form. Nil if the card has none, or no room for it.
  package func pictureRequest(form: PictureForm) -> PictureRequest? {
    var card = self
    card.pictures = Pictures(form: form)
    return card.card.pictureRequest
  }

  /// Shows the picture that was requested. The card is laid out for it.
  package mutating func show(_ picture: Picture, for request: PictureRequest) {
    pictures = Pictures(form: request.form)
    pictures.keep(picture, for: request)
  }

  private var card: LinkCard {
    let text = CardText(
      content: .metadata(metadata, link: Wheel.Link(address: metadata.address.text)),
      appearance: appearance, summaryLimit: Self.summaryRows)
    return LinkCard(
      text, room: GridRect(x: 0, y: 0, columns: columns, rows: 1000), pictures: pictures)
  }

  package var grid: Grid {
    let card = card
    let frame = card.layout.frame
    var grid = Grid(size: GridSize(columns: columns, rows: frame.rows + 1), order: appearance.order)
    card.draw(in: &grid)
    let address = appearance.symbols.truncated(metadata.address.text, columns: columns - 2)
    grid.draw(address, x: 2, y: frame.maxY, style: appearance.theme.secondary)
    return grid
  }
}
