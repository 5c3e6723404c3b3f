import LinkPreview
import LinkStore
import TerminalGrid

/// Where the card of a saved link is, and the lines below it.
struct SavedCardLayout {
  /// The place of the card.
  let area: Rect
  let content: CardContent
  let arrangement: CardLayout.Arrangement
  /// What is below the card.
  let lines: [SavedCardLine]
  /// The picture that the card has room for.
  let picture: PictureRequest?

  init(_ link: SavedLink, in rect: Rect, of state: AppState) {
    lines = SavedCardLine.lines(of: link, in: rect, state: state)
    let room = max(4, rect.rows - lines.count)
    let textRows = PrintedCard.textRows(
      of: link.metadata, columns: rect.columns - 6, symbols: state.appearance.symbols,
      summaryRows: max(4, rect.rows / 4))
    // The picture gets the rows that the text leaves, and at most half of the height. For a small
    // picture, a long summary is cut short.
    let small = min(CardLayout.rowsAboveMinimum, room - 3 - min(textRows, 6))
    content = .metadata(link.metadata, link: Wheel.Link(address: ""))
    arrangement = .above(rows: max(small, min(room - 3 - textRows, rect.rows / 2)))
    let full = Rect(x: rect.x, y: rect.y, columns: rect.columns, rows: room)
    let depth = state.pictures.depth
    let place = CardLayout(
      content, rect: full, hasPictures: depth != nil, arrangement: arrangement
    ).picture
    // As tall as its text and its picture.
    let rows = place.map { $0.rows + 1 + textRows + 2 } ?? CardLayout.rows(forText: textRows)
    area = Rect(x: rect.x, y: rect.y, columns: rect.columns, rows: min(room, rows))
    let layout = CardLayout(
      content, rect: area, hasPictures: depth != nil, arrangement: arrangement)
    picture = layout.picture.flatMap { link.metadata.pictureRequest(size: $0.size, depth: depth) }
  }
}
