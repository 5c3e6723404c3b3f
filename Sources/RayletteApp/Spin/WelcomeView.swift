import LinkPreview
import Links
import Localization
import Markup
import TerminalGrid

/// Draws the screen before the first spin.
struct WelcomeView: StateView {
  let state: AppState
  let layout: WelcomeLayout

  func draw(in grid: inout Grid) {
    drawTitle(in: &grid)
    drawKeys(in: &grid)
    drawOffer(in: &grid)
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
    let targets = layout.targets
    let labels = targets.map { surroundings.keyMap.label(of: $0.command, in: state) }
    let keyColumns = max(7, labels.map { DisplayWidth.columns(of: $0) }.max() ?? 0)
    for (index, target) in targets.enumerated() {
      let y = area.y + index * layout.keyStep
      guard y < area.maxY else { return }
      grid.draw(labels[index], x: area.x, y: y, style: theme.accent, clip: area)
      let x = area.x + keyColumns + 1
      switch target {
      case .spin:
        grid.place(Cursor(x: x + 1, y: y))
        grid.draw(
          " \(localized("Spin the Wheel")) ", x: x, y: y, style: theme.accentBlock, clip: area)
      case .saved:
        let total = state.saved.total
        let text =
          total == 0 ? localized("saved links (none yet)") : localized("\(total.grouped) saved")
        grid.draw(text, x: x + 1, y: y, clip: area)
      case .topics: grid.draw(localized("topics"), x: x + 1, y: y, clip: area)
      case .help: grid.draw(localized("all keys"), x: x + 1, y: y, clip: area)
      }
    }
  }

  private func drawOffer(in grid: inout Grid) {
    guard let area = layout.offer else { return }
    for (row, line) in layout.offerLines.enumerated() {
      grid.draw(line, x: area.x, y: area.y + row, clip: area)
    }
  }

  private func drawRecent(in grid: inout Grid) {
    guard let area = layout.recent else { return }
    grid.draw(localized("Saved last"), x: area.x, y: area.y, style: theme.secondary, clip: area)
    for (row, link) in state.spin.recentlySaved.links.prefix(area.rows - 1).enumerated() {
      let line = RecentLine(
        title: link.metadata.displayTitle, host: link.metadata.url.displayHost,
        age: RelativeTime.short(from: link.savedAt, to: surroundings.now))
      line.draw(in: &grid, area: area, y: area.y + 1 + row, appearance: surroundings.appearance)
    }
  }
}

/// The places on the screen before the first spin: the program's name, how much of the wheel is
/// seen, a few keys, and the links saved last.
struct WelcomeLayout {
  /// The name, and below it how much is seen.
  let title: GridRect
  let keys: GridRect
  /// The offer to import bookmarks, or nil if there's none or there's no room.
  let offer: GridRect?
  let offerLines: [String]
  /// The links saved last, or nil if there are none or there's no room.
  let recent: GridRect?
  /// What can be done on this screen, from top to bottom.
  let targets: [Target]

  /// A thing to do on this screen, each with a key.
  enum Target: CaseIterable {
    case spin, saved, topics, help

    var command: String {
      switch self {
      case .spin: "spin.next"
      case .saved: "app.switch-tab"
      case .topics: "wheel.narrow"
      case .help: "app.help"
      }
    }
  }

  init(_ state: AppState, body: GridRect) {
    let count = min(state.saved.total, Self.recentLimit(rows: body.rows))
    let isWide = body.columns >= Self.wide && state.symbols.hasColumns
    let width = min(body.columns - 4, isWide && count > 0 ? max(72, body.columns * 3 / 5) : 60, 116)
    let isSpacious = body.rows >= 12
    let keyGap = isSpacious ? 1 : 0
    // An empty wheel has no topics.
    targets = Target.allCases.filter { $0 != .topics || state.spin.wheel.summary.count > 0 }
    let keyRows = targets.count * (1 + keyGap) - keyGap
    let below = isWide ? 0 : max(0, min(count, body.rows - keyRows - 6))
    offerLines =
      state.importOffer.map {
        state.symbols.lines($0, columns: width, limit: 3)
      } ?? []
    let height =
      3 + keyGap + max(keyRows, isWide ? count + 1 : 0) + (below > 0 ? below + 2 : 0)
      + (offerLines.isEmpty ? 0 : offerLines.count + 1)
    let x = body.x + (body.columns - width) / 2
    let y = body.y + max(0, (body.rows - height) * 2 / 5)
    title = GridRect(x: x, y: y, columns: width, rows: 2)
    let keyY = title.maxY + 1 + keyGap
    let keyColumns = isWide && count > 0 ? 30 : width
    keys = GridRect(
      x: x, y: keyY, columns: keyColumns, rows: min(keyRows, max(0, body.maxY - keyY)))
    // Low screens have no blank line above it.
    let offerY = min(keys.maxY + 1, max(keys.maxY, body.maxY - offerLines.count))
    offer =
      offerLines.isEmpty || offerY + offerLines.count > body.maxY
      ? nil : GridRect(x: x, y: offerY, columns: width, rows: offerLines.count)
    if isWide, count > 0 {
      recent = GridRect(
        x: keys.maxX, y: keyY, columns: width - keyColumns,
        rows: min(count + 1, body.maxY - keyY))
    } else if below > 0 {
      recent = GridRect(x: x, y: keys.maxY + 1, columns: width, rows: below + 1)
    } else {
      recent = nil
    }
  }

  /// The rows from one key to the next.
  var keyStep: Int { keys.rows > targets.count ? 2 : 1 }

  /// Returns the command of the key or the offer at a point.
  func command(atX x: Int, y: Int) -> String? {
    if offer?.contains(x: x, y: y) == true { return "saved.import" }
    guard keys.contains(x: x, y: y), (y - keys.y) % keyStep == 0 else { return nil }
    let row = (y - keys.y) / keyStep
    return targets.indices.contains(row) ? targets[row].command : nil
  }

  /// From this width on, the links are beside the keys.
  private static let wide = 76

  /// The links saved last that a screen of this height shows, at most.
  static func recentLimit(rows: Int) -> Int { min(12, max(3, rows / 3)) }
}

/// One link of a short list below or beside what's on the Spin tab: its title, its domain in a column
/// of its own, and how old it is, or its state in place of the domain.
struct RecentLine {
  let title: String
  var style = CellStyle.plain
  let host: String
  var age = ""
  /// Why the link has no card. It mostly names the domain.
  var state = ""

  /// Narrower lists have no domain.
  private static let columnsForHost = 60

  func draw(in grid: inout Grid, area: GridRect, y: Int, appearance: Appearance) {
    let width = area.columns - (age.isEmpty ? 0 : RelativeTime.shortColumns + 2)
    let facts = state.isEmpty ? host : state
    let hostX = width >= Self.columnsForHost || !state.isEmpty ? width * 3 / 5 : width + 2
    let ellipsis = appearance.symbols.ellipsis
    let title = TextWrapping.truncated(title, columns: hostX - 2, ellipsis: ellipsis)
    grid.draw(title, x: area.x, y: y, style: style, clip: area)
    let secondary = appearance.theme.secondary
    if hostX < width {
      let facts = TextWrapping.truncated(facts, columns: width - hostX, ellipsis: ellipsis)
      grid.draw(facts, x: area.x + hostX, y: y, style: secondary, clip: area)
    }
    grid.draw(age, x: area.maxX - DisplayWidth.columns(of: age), y: y, style: secondary, clip: area)
  }
}
