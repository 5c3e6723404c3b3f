import Markup
import Foundation
public import LinkPreview
import LinkStore
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
    let card = Rect(x: 0, y: 0, columns: columns, rows: cardRows)
    var grid = Grid(size: Size(columns: columns, rows: card.rows + 1))
    LinkCard(
      content: .metadata(metadata, link: Wheel.Link(address: metadata.address.text)),
      appearance: appearance
    ).draw(in: &grid, rect: card)
    let address = TextWrapping.truncated(
      metadata.address.text, columns: columns - 2, ellipsis: appearance.symbols.ellipsis)
    grid.draw(address, x: 2, y: card.maxY, style: appearance.theme.secondary)
    return grid
  }

  /// The rows of a card that shows all its content.
  private var cardRows: Int {
    CardLayout.rows(
      forText: Self.textRows(of: metadata, columns: columns - 6, symbols: appearance.symbols))
  }

  /// Returns the rows that the text of a card needs to be shown in full.
  static func textRows(
    of metadata: LinkMetadata, columns width: Int, symbols: Symbols,
    summaryRows: Int = PrintedCard.summaryRows
  ) -> Int {
    let title = TextWrapping.lines(metadata.displayTitle, columns: width, limit: 2).count
    let byline = CardFacts(metadata: metadata, now: nil, symbols: symbols).hasByline ? 1 : 0
    let summary =
      metadata.displaySummary.map {
        TextWrapping.lines($0, columns: width, limit: summaryRows).count
      } ?? 0
    return max(title + 1 + byline + (summary > 0 ? 1 + summary : 0), 4 + byline)
  }
}
