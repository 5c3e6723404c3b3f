import LinkPreview
import Links
import Markup
import TerminalGrid

/// Draws a saved link's card, with the user's tags and note below it.
struct SavedCard {
  let link: SavedLink
  let state: AppState
  let rect: Rect

  func draw(in grid: inout Grid) {
    let layout = SavedCardLayout(link, in: rect, of: state)
    let frame = layout.card.layout.frame
    layout.card.draw(in: &grid)
    for (row, line) in layout.lines.prefix(max(0, rect.maxY - frame.maxY)).enumerated() {
      let text = TextWrapping.truncated(
        line.text, columns: rect.columns - 2 * CardLayout.margin,
        ellipsis: state.appearance.symbols.ellipsis)
      grid.draw(
        text, linkingTo: line.kind == .address ? link.metadata.address.text : "",
        x: rect.x + CardLayout.margin, y: frame.maxY + row, style: style(of: line.kind), clip: rect)
    }
  }

  private func style(of kind: SavedCardLine.Kind) -> Style {
    switch kind {
    case .plain: .plain
    case .address: Style(attributes: .underline)
    case .secondary: state.appearance.theme.secondary
    case .warning: state.appearance.theme.warning
    case .failure: state.appearance.theme.failure
    }
  }
}
