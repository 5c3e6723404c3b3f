import LinkStore
import TerminalGrid

/// What stands around every view: tabs above, keys and the latest notice below.
struct ScreenFrame {
  /// Below this, nothing useful fits.
  static let minimum = Size(columns: 40, rows: 10)

  private let state: AppState
  private let theme: Theme
  private let symbols: Symbols

  init(state: AppState) {
    self.state = state
    theme = state.appearance.theme
    symbols = state.appearance.symbols
  }

  /// Low terminals do without the two rules.
  private var hasRules: Bool { state.size.rows >= 14 }

  /// Whether the row above the footer is for notices; else they take the footer's place.
  private var hasNoticeRow: Bool {
    state.appearance.isAccessible || (hasRules && state.cover?.isWhole != true)
  }

  /// Where the view between header and footer draws.
  var body: Rect {
    let top = hasRules ? 2 : 1
    let bottom = hasRules || state.appearance.isAccessible ? 2 : 1
    return Rect(x: 0, y: top, columns: state.size.columns, rows: state.size.rows - top - bottom)
  }

  func draw(in grid: inout Grid) {
    drawHeader(in: &grid)
    if hasRules {
      for y in [1, state.size.rows - 2] {
        grid.drawRule(
          x: 1, y: y, columns: state.size.columns - 2, glyphs: symbols.box, style: theme.border)
      }
    }
    drawFooter(in: &grid)
  }

  func drawTooSmall(in grid: inout Grid) {
    let minimum = Self.minimum
    let text = "Too small: raylette needs \(minimum.columns) x \(minimum.rows)."
    for (y, line) in TextWrapping.lines(
      text, columns: state.size.columns, limit: state.size.rows, ellipsis: symbols.ellipsis
    ).enumerated() {
      grid.draw(line, x: 0, y: y, style: theme.failure)
    }
  }

  private static let name = "raylette"

  /// The tabs of the header and the columns they take.
  private var tabs: [(tab: AppState.Tab, label: String, place: Range<Int>)] {
    let saved = state.saved.total
    var x = 1 + Self.name.count + 2
    return [(AppState.Tab.spin, "Spin"), (.saved, saved == 0 ? "Saved" : "Saved \(saved)")].map {
      let label = ($0 == state.tab ? symbols.activeTab : " ") + "\($1) "
      defer { x += label.count + 1 }
      return ($0, label, x..<x + label.count)
    }
  }

  /// The tab in the header at a column, for the mouse.
  func tab(atX x: Int) -> AppState.Tab? { tabs.first { $0.place.contains(x) }?.tab }

  private func drawHeader(in grid: inout Grid) {
    grid.draw(Self.name, x: 1, y: 0, style: theme.accent)
    for (tab, label, place) in tabs {
      let style = tab == state.tab ? theme.accentBlock : theme.secondary
      grid.draw(label, x: place.lowerBound, y: 0, style: style)
    }
    let x = (tabs.last?.place.upperBound ?? 0) + 1
    let room = state.size.columns - 2 - x
    guard let headline = headlines.first(where: { DisplayWidth.columns(of: $0) <= room }) else {
      return
    }
    grid.draw(
      headline, x: state.size.columns - 1 - DisplayWidth.columns(of: headline), y: 0,
      style: theme.secondary)
  }

  /// What the tab shows, in a few words, and in fewer.
  private var headlines: [String] {
    switch state.tab {
    case .spin:
      let count = "\(state.wheel.wheel.links.count)"
      return ["\(state.wheel.wheel.name)\(symbols.separator)\(count)", count]
    case .saved:
      guard !state.saved.ids.isEmpty else { return [] }
      let count = "\(state.saved.ids.count)"
      // Where the place in the list is told below, nothing changes here as the selection moves.
      let position =
        state.appearance.isAccessible ? count : "\(state.saved.selection + 1)/\(count)"
      let marked =
        state.saved.selectedIDs.isEmpty ? "" : "\(state.saved.selectedIDs.count) selected  "
      let filter = state.saved.query.filter
      let list =
        (state.saved.query.isTrash ? "trash" : state.saved.query.sort.words)
        + (filter.isEmpty ? "" : "  /\(filter.text)")
      // What the next key acts on is told on the narrowest terminal, too.
      let short = [
        state.saved.query.isTrash ? "trash" : nil, filter.isEmpty ? nil : "/",
        state.saved.selectedIDs.isEmpty ? nil : "\(symbols.mark)\(state.saved.selectedIDs.count)",
        position,
      ]
      return ["\(marked)\(list)  \(position)", short.compactMap(\.self).joined(separator: " ")]
    }
  }

  /// The notice, and the keys that do something now, as many as fit; help and quit are always among
  /// them.
  func drawFooter(in grid: inout Grid) {
    let y = state.size.rows - 1
    if hasNoticeRow { drawNotice(in: &grid, x: 1, y: y - 1) }
    if let prompt = state.prompt {
      PromptView(prompt: prompt, state: state).draw(in: &grid, y: y)
      return
    }
    if !hasNoticeRow, state.notice != nil || state.sheet?.progress != nil || state.question != nil {
      drawNotice(in: &grid, x: 0, y: y)
      return
    }
    let hints = KeyMap.available(in: state).compactMap { binding in
      binding.hint.map { (label: binding.label, hint: $0, isFixed: binding.section == .everywhere) }
    }
    let gap = state.size.columns < 60 ? 2 : 3
    let widths = hints.map { $0.label.count + 1 + $0.hint.count + gap }
    // The last one needs no gap.
    var room =
      state.size.columns - 1 + gap
      - zip(hints, widths).reduce(0) { $1.0.isFixed ? $0 + $1.1 : $0 }
    var x = 1
    for (hint, width) in zip(hints, widths) {
      if !hint.isFixed {
        guard width <= room else { continue }
        room -= width
      }
      x = grid.draw(hint.label, x: x, y: y, style: theme.accent) + 1
      x = grid.draw(hint.hint, x: x, y: y, style: theme.secondary) + gap
    }
  }

  private func drawNotice(in grid: inout Grid, x: Int, y: Int) {
    let room = state.size.columns - x - 4
    guard let notice = notice(columns: room) else { return }
    let (symbol, style) =
      switch notice.kind {
      case .success: (symbols.success, theme.success)
      case .failure: (symbols.failure, theme.failure)
      case .information: ("", theme.title)
      }
    let text = TextWrapping.truncated(
      Symbols.label(symbol, notice.text), columns: room, ellipsis: symbols.ellipsis)
    grid.draw(" \(text) ", x: x + 1, y: y, style: style)
  }

  private func notice(columns: Int) -> Notice? {
    if let notice = state.notice { return notice }
    if let progress = state.sheet?.progress { return .information(progress) }
    if let question = state.question {
      // The footer names the keys, where it is there and seen.
      let isFooterSeen = hasNoticeRow && !state.appearance.isAccessible
      return .information(isFooterSeen ? question.text : question.message)
    }
    if state.appearance.isAccessible {
      return .information(StatusLine(state: state).text(columns: columns))
    }
    return state.job.map { .information($0.words) }
  }
}
