import LinkStore
import TerminalGrid

/// Draws a saved link's card, with the user's tags and note below it.
struct SavedCard {
  let link: SavedLink
  let state: AppState
  let rect: Rect

  func draw(in grid: inout Grid) {
    let layout = SavedCardLayout(link, in: rect, of: state)
    let area = layout.area
    LinkCard(
      content: layout.content, appearance: state.appearance, now: state.now,
      pictures: state.pictures, arrangement: layout.arrangement
    ).draw(in: &grid, rect: area)
    for (row, line) in layout.lines.prefix(max(0, rect.rows - area.rows)).enumerated() {
      let text = TextWrapping.truncated(
        line.text, columns: rect.columns - 4, ellipsis: state.appearance.symbols.ellipsis)
      grid.draw(
        text, x: rect.x + 2, y: area.maxY + row,
        style: line.isOwn ? .plain : state.appearance.theme.secondary, clip: rect)
    }
  }
}
