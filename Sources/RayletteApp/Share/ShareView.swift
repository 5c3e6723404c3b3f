import Markup
import LinkPreview
import LinkStore
import TerminalGrid

/// The share sheet: what is shared at the top, and below it what can be done with it.
struct ShareView {
  private let sheet: ShareSheet
  private let state: AppState
  private let frame: Rect
  private let isAsWideAsCard: Bool
  /// Blank rows inside of the frame, above and below.
  private let padding: Int
  private var theme: Theme { state.appearance.theme }
  private var symbols: Symbols { state.appearance.symbols }

  init(sheet: ShareSheet, state: AppState) {
    self.sheet = sheet
    self.state = state
    let body = ScreenFrame(state: state).body
    let margin = body.columns < 50 ? 0 : 3
    // As wide as the card where little would be seen beside it.
    isAsWideAsCard = body.columns < 90 || !state.appearance.symbols.hasColumns
    let width = isAsWideAsCard ? body.columns - 2 * margin : Self.widest
    let full = Self.edges + Self.headerRows + sheet.activities.count + sheet.groups.count
    padding = body.rows >= full + 2 ? 1 : 0
    let height = min(body.rows, full + 2 * padding)
    frame = Rect(
      x: body.x + (body.columns - width) / 2, y: body.y + (body.rows - height) / 2,
      columns: width, rows: height)
  }

  private static let widest = 64
  private static let edges = 2
  private static let headerRows = 2

  private var inner: Rect { frame.inset(columns: 3, rows: 1 + padding) }

  /// Blank rows between the groups, where there is room.
  private var hasGaps: Bool {
    inner.rows >= Self.headerRows + sheet.activities.count + sheet.groups.count
  }

  private var rows: [ShareActivity?] {
    let groups = sheet.groups.map { $0.map(Optional.some) }
    return hasGaps ? [nil] + Array(groups.joined(separator: [nil])) : groups.flatMap(\.self)
  }

  /// The rows that are shown, with the selected one among them.
  private var shown: (first: Int, rows: ArraySlice<ShareActivity?>) {
    let room = max(0, inner.rows - Self.headerRows)
    let selected = rows.firstIndex(of: sheet.activities[safe: sheet.selection]) ?? 0
    let first = max(0, min(selected - room / 2, rows.count - room))
    return (first, rows.dropFirst(first).prefix(room))
  }

  /// The activity at a place, for the mouse.
  func activity(atX x: Int, y: Int) -> ShareActivity? {
    guard frame.inset(columns: 1, rows: 1).contains(x: x, y: y) else { return nil }
    let (first, rows) = shown
    let row = y - inner.y - Self.headerRows + first
    return rows.indices.contains(row) ? rows[row] : nil
  }

  func contains(x: Int, y: Int) -> Bool { frame.contains(x: x, y: y) }

  func draw(in grid: inout Grid) {
    dimWhatIsBehind(in: &grid)
    let blank = String(repeating: " ", count: frame.columns)
    for y in frame.y..<frame.maxY { grid.draw(blank, x: frame.x, y: y) }
    grid.drawBox(frame, glyphs: symbols.box, style: theme.accent)
    grid.draw(" Share ", x: frame.x + 2, y: frame.y, style: theme.title)
    drawHeader(in: &grid)
    let y = inner.y + Self.headerRows
    for (offset, activity) in shown.rows.enumerated() {
      if let activity { draw(activity, in: &grid, y: y + offset) }
    }
  }

  /// What lies below steps back, but can still be read; shreds at the edges are taken away.
  private func dimWhatIsBehind(in grid: inout Grid) {
    let body = ScreenFrame(state: state).body
    for y in body.y..<body.maxY {
      for x in body.x..<body.maxX where grid[x, y] != .blank && !grid[x, y].isContinuation {
        // A picture without its colours is rubble.
        let isPicture = grid[x, y].style.background != .terminalDefault
        grid.draw(
          isAsWideAsCard || isPicture ? " " : grid[x, y].glyph.text, x: x, y: y,
          style: theme.secondary)
      }
    }
  }

  private func drawHeader(in grid: inout Grid) {
    let (title, facts) = header
    for (row, (text, style)) in [title, facts].enumerated() {
      let line = TextWrapping.truncated(
        text, columns: inner.columns, ellipsis: symbols.ellipsis)
      grid.draw(line, x: inner.x, y: inner.y + row, style: style, clip: inner)
    }
  }

  private typealias Line = (String, Style)

  private var header: (Line, Line) {
    switch sheet.subject {
    case .spin:
      guard let spin = state.spin else { return (("", .plain), ("", .plain)) }
      guard let metadata = spin.saveableMetadata else {
        return (("loading\(symbols.ellipsis)", theme.secondary), host(of: spin.url.displayHost))
      }
      return preview(metadata)
    case .saved(let ids):
      let links = ids.lazy.compactMap { state.saved.link($0)?.metadata }
      if ids.count == 1, let link = links.first { return preview(link) }
      let titles = links.prefix(4).map(\.displayTitle).joined(separator: ", ")
      return ((ids.countInWords, theme.title), (titles, theme.secondary))
    }
  }

  private func preview(_ metadata: LinkMetadata) -> (Line, Line) {
    ((metadata.displayTitle, theme.title), host(of: metadata.url.displayHost))
  }

  private func host(of name: String) -> Line {
    (Symbols.label(symbols.icon, name), theme.secondary)
  }

  private func draw(_ activity: ShareActivity, in grid: inout Grid, y: Int) {
    let isSelected = sheet.activities[safe: sheet.selection] == activity
    // Only what was chosen counts while it is being done.
    let isIdle = sheet.phase != .choosing && !isSelected
    if isSelected {
      grid.draw(symbols.selection, x: frame.x + 1, y: y, style: theme.accent)
      grid.place(Cursor(x: inner.x, y: y))
    }
    let key = sheet.key(of: activity).map(String.init) ?? " "
    grid.draw(key, x: inner.x, y: y, style: isIdle ? theme.secondary : theme.accent)
    let name = sheet.linkCount == 1 ? activity.name : activity.pluralName
    let text = TextWrapping.truncated(
      name, columns: inner.columns - 4, ellipsis: symbols.ellipsis)
    let style = isSelected ? theme.title : isIdle ? theme.secondary : .plain
    grid.draw(text, x: inner.x + 4, y: y, style: style, clip: inner)
  }
}

extension Array {
  fileprivate subscript(safe index: Int) -> Element? {
    indices.contains(index) ? self[index] : nil
  }
}
