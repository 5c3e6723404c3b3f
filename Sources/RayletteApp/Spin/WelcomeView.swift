import LinkPreview
import Links
import Markup
import TerminalGrid

/// Draws the screen before the first spin.
struct WelcomeView {
  let state: AppState
  let layout: WelcomeLayout

  private var theme: Theme { state.appearance.theme }
  private var symbols: Symbols { state.appearance.symbols }

  func draw(in grid: inout Grid) {
    drawTitle(in: &grid)
    drawKeys(in: &grid)
    drawRecent(in: &grid)
  }

  private func drawTitle(in grid: inout Grid) {
    let area = layout.title
    let x = grid.draw(ScreenLayout.name, x: area.x, y: area.y, style: theme.title, clip: area)
    grid.draw(
      "\(symbols.separator)\(state.spin.wheel.name)", x: x, y: area.y, style: theme.secondary,
      clip: area)
    let progress = state.spin.wheel.progressText
    var start = area.x
    let bar = min(24, area.columns - DisplayWidth.columns(of: progress) - 2)
    if bar >= 8, symbols.hasBlocks, state.spin.wheel.count > 0 {
      let total = state.spin.wheel.count
      let seen = (total - state.spin.wheel.unseenCount) * bar / total
      let filled = state.spin.wheel.unseenCount < total ? max(1, seen) : 0
      start = grid.draw(
        String(repeating: symbols.rule, count: filled), x: start, y: area.y + 1,
        style: theme.accent)
      start =
        grid.draw(
          String(repeating: symbols.rule, count: bar - filled), x: start, y: area.y + 1,
          style: theme.border) + 2
    }
    grid.draw(progress, x: start, y: area.y + 1, style: theme.secondary, clip: area)
  }

  private func drawKeys(in grid: inout Grid) {
    let area = layout.keys
    let targets = WelcomeLayout.Target.allCases
    let labels = targets.map { state.keyMap.label(of: $0.action, in: state) }
    let keyColumns = max(7, labels.map { DisplayWidth.columns(of: $0) }.max() ?? 0)
    for (index, target) in targets.enumerated() {
      let y = area.y + index * layout.keyStep
      guard y < area.maxY else { return }
      grid.draw(labels[index], x: area.x, y: y, style: theme.accent, clip: area)
      let x = area.x + keyColumns + 1
      switch target {
      case .spin:
        grid.place(Cursor(x: x + 1, y: y))
        grid.draw(" Spin the Wheel ", x: x, y: y, style: theme.accentBlock, clip: area)
      case .saved:
        let total = state.saved.total
        let text = total == 0 ? "no saved links yet" : "\(total.grouped) saved"
        grid.draw(text, x: x + 1, y: y, clip: area)
      case .help: grid.draw("all keys", x: x + 1, y: y, clip: area)
      }
    }
  }

  private func drawRecent(in grid: inout Grid) {
    guard let area = layout.recent else { return }
    grid.draw("Saved last", x: area.x, y: area.y, style: theme.secondary, clip: area)
    for (row, link) in state.spin.recentlySaved.links.prefix(area.rows - 1).enumerated() {
      let line = RecentLine(
        title: link.metadata.displayTitle, host: link.metadata.url.displayHost,
        age: RelativeTime.short(from: link.savedAt, to: state.now))
      line.draw(in: &grid, area: area, y: area.y + 1 + row, appearance: state.appearance)
    }
  }
}
