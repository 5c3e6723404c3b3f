import Foundation
import LinkPreview
import LinkStore
import TerminalGrid

/// The Saved tab: one compact card a row, newest first.
struct SavedView {
  private let state: AppState
  private let theme: Theme
  private let symbols: Symbols

  init(state: AppState) {
    self.state = state
    theme = state.appearance.theme
    symbols = state.appearance.symbols
  }

  /// Two lines of text and one of air; low terminals do without the air.
  private static func rowHeight(in body: Rect) -> Int { body.hasAir ? 3 : 2 }

  /// How many links fit on the screen.
  static func visibleRows(in state: AppState) -> Int {
    let body = ScreenFrame(state: state).body
    // The air below the last one is not needed.
    return max(1, (body.rows - topMargin(in: body) + 1) / rowHeight(in: body))
  }

  private static func topMargin(in body: Rect) -> Int { body.hasAir ? 1 : 0 }

  func draw(in grid: inout Grid, body: Rect) {
    let saved = state.saved
    guard !saved.links.isEmpty else {
      drawEmpty(in: &grid, body: body)
      return
    }
    let height = Self.rowHeight(in: body)
    let visible = saved.links.indices.dropFirst(saved.top).prefix(Self.visibleRows(in: state))
    for index in visible {
      let y = body.y + Self.topMargin(in: body) + (index - saved.top) * height
      draw(
        saved.links[index], isSelected: index == saved.selection, in: &grid, x: body.x + 1, y: y,
        columns: min(body.columns - 2, 100))
    }
  }

  private func draw(
    _ link: SavedLink, isSelected: Bool, in grid: inout Grid, x: Int, y: Int, columns: Int
  ) {
    if isSelected {
      for row in y...y + 1 { grid.draw(symbols.selection, x: x, y: row, style: theme.accent) }
    }
    let clip = Rect(x: x + 2, y: y, columns: columns - 2, rows: 2)
    let metadata = link.metadata
    let host = metadata.url.displayHost
    let title = metadata.displayTitle
    // The title gives way to the host, but keeps at least half of the line.
    let hostRoom =
      metadata.title == nil ? 0 : min(DisplayWidth.columns(of: host) + 2, clip.columns / 2)
    let shownTitle = TextWrapping.truncated(
      title, columns: clip.columns - hostRoom, ellipsis: symbols.ellipsis)
    let titleStyle = isSelected ? theme.accent : theme.title
    let end = grid.draw(shownTitle, x: clip.x, y: y, style: titleStyle, clip: clip)
    if hostRoom > 0 {
      let shownHost = TextWrapping.truncated(
        host, columns: clip.maxX - end - 2, ellipsis: symbols.ellipsis)
      grid.draw(shownHost, x: end + 2, y: y, style: theme.secondary, clip: clip)
    }
    grid.draw(facts(of: link), x: clip.x, y: y + 1, style: theme.secondary, clip: clip)
  }

  private func facts(of link: SavedLink) -> String {
    var facts: [String] = []
    if let kind = link.metadata.kind, kind != .website { facts.append(kind.rawValue) }
    facts.append("saved \(RelativeTime.words(from: link.savedAt, to: state.now))")
    if !link.metadata.isFetched { facts.append("not fetched yet") }
    return facts.joined(separator: " \(symbols.separator) ")
  }

  private func drawEmpty(in grid: inout Grid, body: Rect) {
    let lines = [
      ("No saved links yet.", theme.title),
      (
        state.saved.writeObstacle.map { "And none can be: \($0)." }
          ?? "Press 1 to spin the wheel, then s to save a link.", theme.secondary
      ),
    ]
    for (offset, (text, style)) in lines.enumerated() {
      let shown = TextWrapping.lines(
        text, columns: body.columns - 4, limit: 2, ellipsis: symbols.ellipsis)
      for (row, line) in shown.enumerated() {
        grid.draw(
          line, x: body.x + (body.columns - DisplayWidth.columns(of: line)) / 2,
          y: body.y + (body.rows - 3) / 2 + 2 * offset + row, style: style)
      }
    }
  }
}
