import Foundation
import LinkPreview
import LinkStore
import TerminalGrid

/// A saved link in full: its card, and below it what the person made of it.
///
/// Measured once: it is made for each action, to tell which picture is wanted, and for each frame.
struct SavedCard {
  private let state: AppState
  private let rect: Rect
  private let card: LinkCard
  /// Where the card stands.
  private let area: Rect
  /// What stands below it.
  private let lines: [SavedCardLine]

  init(link: SavedLink, state: AppState, rect: Rect) {
    self.state = state
    self.rect = rect
    lines = SavedCardLine.lines(of: link, in: rect, state: state)
    let room = max(4, rect.rows - lines.count)
    let textRows = PrintedCard.textRows(
      of: link.metadata, columns: rect.columns - 6, symbols: state.appearance.symbols,
      summaryRows: max(4, rect.rows / 4))
    // The picture gets what the text leaves, and half of the height at most. For a small picture, a
    // long summary is cut short.
    let small = min(CardLayout.rowsAboveMinimum, room - 3 - min(textRows, 6))
    card = LinkCard(
      content: .metadata(link.metadata, link: Wheel.Link(address: "")),
      appearance: state.appearance, now: state.now, pictures: state.pictures,
      arrangement: .above(rows: max(small, min(room - 3 - textRows, rect.rows / 2))))
    // As tall as what the card says, and its picture.
    var area = Rect(x: rect.x, y: rect.y, columns: rect.columns, rows: room)
    if let picture = card.layout(in: area).picture {
      area.size.rows = min(room, picture.rows + 1 + textRows + 2)
    } else {
      area.size.rows = min(room, textRows + (textRows + 2 >= 8 ? 4 : 2))
    }
    self.area = area
  }

  func draw(in grid: inout Grid) {
    card.draw(in: &grid, rect: area)
    for (row, line) in lines.prefix(max(0, rect.rows - area.rows)).enumerated() {
      let text = TextWrapping.truncated(
        line.text, columns: rect.columns - 4, ellipsis: state.appearance.symbols.ellipsis)
      grid.draw(
        text, x: rect.x + 2, y: area.maxY + row,
        style: line.isOwn ? .plain : state.appearance.theme.secondary, clip: rect)
    }
  }

  /// The picture that the card has room for.
  var picture: PictureRequest? { card.request(in: area) }
}
