import Foundation
public import LinkPreview
import LinkStore
import Markup
public import TerminalGrid

/// A link card for standard output: as tall as its content, with the address below.
public struct PrintedCard {
  private let metadata: LinkMetadata
  private let columns: Int
  private let appearance: Appearance

  /// - Parameter columns: The columns of the terminal. The card itself has at most 80, so that it
  ///   stays readable.
  public init(metadata: LinkMetadata, columns: Int, appearance: Appearance) {
    self.metadata = metadata
    self.columns = min(max(columns, 20), Self.widest)
    self.appearance = appearance
  }

  private static let widest = 80
  private static let summaryRows = 4

  public var grid: Grid {
    let text = CardText(
      content: .metadata(metadata, link: Wheel.Link(address: metadata.address.text)),
      appearance: appearance, summaryLimit: Self.summaryRows)
    let card = LinkCard(text, room: Rect(x: 0, y: 0, columns: columns, rows: 1000))
    let frame = card.layout.frame
    var grid = Grid(size: Size(columns: columns, rows: frame.rows + 1))
    card.draw(in: &grid)
    let address = TextWrapping.truncated(
      metadata.address.text, columns: columns - 2, ellipsis: appearance.symbols.ellipsis)
    grid.draw(address, x: 2, y: frame.maxY, style: appearance.theme.secondary)
    return grid
  }
}
