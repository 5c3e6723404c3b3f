import Markup
import Foundation
import LinkPreview
import LinkStore
import TerminalGrid

/// Draws the Saved tab: one compact card per row, and on wide terminals the card at the cursor in
/// full.
struct SavedView {
  private let state: AppState
  private let theme: Theme
  private let symbols: Symbols

  init(state: AppState) {
    self.state = state
    theme = state.appearance.theme
    symbols = state.appearance.symbols
  }

  func draw(in grid: inout Grid, body: Rect) {
    let saved = state.saved
    let layout = SavedLayout(body: body, symbols: symbols)
    guard !saved.ids.isEmpty else {
      drawEmpty(in: &grid, body: body)
      return
    }
    for (row, id) in saved.ids.dropFirst(saved.top).prefix(layout.visibleRows).enumerated() {
      let y = layout.list.y + row * layout.rowHeight
      let area = Rect(x: layout.list.x, y: y, columns: min(layout.list.columns, 100), rows: 2)
      draw(id, isAtCursor: saved.top + row == saved.cursor, in: &grid, area: area)
    }
    if let card = layout.card, let link = saved.linkAtCursor {
      SavedCard(link: link, state: state, rect: card).draw(in: &grid)
    }
  }

  private func draw(_ id: SavedLink.ID, isAtCursor: Bool, in grid: inout Grid, area: Rect) {
    let isSelected = state.saved.selectedIDs.contains(id)
    if isAtCursor {
      grid.draw(symbols.selection, x: area.x, y: area.y, style: theme.accent)
      grid.draw(symbols.selectionBelow, x: area.x, y: area.y + 1, style: theme.accent)
      grid.place(Cursor(x: area.x + 2, y: area.y))
    }
    if isSelected { grid.draw(symbols.mark, x: area.x + 1, y: area.y, style: theme.accent) }
    var clip = Rect(x: area.x + 2, y: area.y, columns: area.columns - 2, rows: 2)
    let link = state.saved.link(id)
    if state.appearance.hasColors, symbols.hasBlocks, area.columns >= Self.columnsForTiles {
      let tile = link.flatMap { SiteTile($0.metadata, appearance: state.appearance) }
      tile?.draw(in: &grid, x: clip.x, y: clip.y)
      clip.x += SiteTile.columns + 1
      clip.size.columns -= SiteTile.columns + 1
    }
    guard let link else {
      grid.draw(symbols.ellipsis, x: clip.x, y: clip.y, style: theme.secondary, clip: clip)
      return
    }
    let end = drawTitle(of: link, isAtCursor: isAtCursor, in: &grid, clip: clip)
    drawHost(of: link, in: &grid, x: end + 2, clip: clip)
    drawFacts(of: link, in: &grid, clip: clip)
  }

  /// The minimum width for tiles. Narrower lists need the room for their titles.
  private static let columnsForTiles = 44

  private var highlight: MatchHighlight {
    MatchHighlight(terms: state.saved.query.filter.highlights)
  }

  private func drawTitle(
    of link: SavedLink, isAtCursor: Bool, in grid: inout Grid, clip: Rect
  ) -> Int {
    // The title is truncated to make room for the host, but keeps at least half of the line.
    let host = DisplayWidth.columns(of: link.metadata.url.displayHost)
    let hostRoom = link.metadata.title == nil ? 0 : min(host + 2, clip.columns / 2)
    let title = TextWrapping.truncated(
      link.metadata.displayTitle, columns: clip.columns - hostRoom, ellipsis: symbols.ellipsis)
    return grid.draw(
      title, highlighting: highlight, x: clip.x, y: clip.y,
      style: isAtCursor ? theme.accent : theme.title, matchStyle: theme.match, clip: clip)
  }

  private func drawHost(of link: SavedLink, in grid: inout Grid, x: Int, clip: Rect) {
    guard link.metadata.title != nil else { return }
    let host = TextWrapping.truncated(
      link.metadata.url.displayHost, columns: clip.maxX - x, ellipsis: symbols.ellipsis)
    grid.draw(
      host, highlighting: highlight, x: x, y: clip.y, style: theme.secondary,
      matchStyle: theme.match, clip: clip)
  }

  private func drawFacts(of link: SavedLink, in grid: inout Grid, clip: Rect) {
    let facts = SavedFacts(link: link, now: state.now, symbols: symbols).line
    let line = TextWrapping.truncated(facts, columns: clip.columns, ellipsis: symbols.ellipsis)
    grid.draw(
      line, highlighting: highlight, x: clip.x, y: clip.y + 1, style: theme.secondary,
      matchStyle: theme.match, clip: clip)
  }

  private func drawEmpty(in grid: inout Grid, body: Rect) {
    let (headline, advice) = state.emptyListMessage
    let lines = [(headline, theme.title), (advice, theme.secondary)]
    for (offset, (text, style)) in lines.enumerated() {
      let shown = TextWrapping.lines(
        text, columns: body.columns - 4, limit: 2, ellipsis: symbols.ellipsis)
      for (row, line) in shown.enumerated() {
        let x = body.x + (body.columns - DisplayWidth.columns(of: line)) / 2
        let y = body.y + (body.rows - 3) / 2 + 2 * offset + row
        grid.draw(line, x: x, y: y, style: style)
        if offset == 0, row == 0 { grid.place(Cursor(x: x, y: y)) }
      }
    }
  }
}

extension AppState {
  /// Why the list is empty, and how to proceed.
  var emptyListMessage: (String, String) {
    if !saved.listing.isListed { return ("", "") }
    if !saved.query.filter.isEmpty { return ("No matches.", "Press esc to clear the filter.") }
    if saved.query.isTrash {
      return (
        "The trash is empty.", "Removed links stay here for \(SavedLinkStore.trashDays) days."
      )
    }
    let obstacle = saved.writeError.map { "And none can be: \($0)." }
    return (
      "No saved links yet.", obstacle ?? "Press 1 to spin the wheel, then s to save a link."
    )
  }
}
