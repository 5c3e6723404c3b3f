import LinkPreview
import Links
import Localization
import Markup
import TerminalGrid

/// Draws the share sheet: the shared links at the top, and the activities below.
struct ShareView: StateView {
  private let sheet: ShareSheet
  let state: AppState
  private let layout: ShareLayout

  init(_ sheet: ShareSheet, in state: AppState) {
    self.sheet = sheet
    self.state = state
    layout = ShareLayout(sheet, in: state.surroundings)
  }

  private var frame: GridRect { layout.frame }
  private var inner: GridRect { layout.inner }

  func draw(in grid: inout Grid) {
    grid.fill(frame, style: .plain)
    grid.drawBox(frame, glyphs: symbols.box, style: theme.accent)
    grid.draw(" \(localized("Share")) ", x: frame.x + 2, y: frame.y, style: theme.title)
    drawHeader(in: &grid)
    let y = inner.y + ShareLayout.headerRows
    for (offset, index) in layout.visible.rows.enumerated() {
      if let index { draw(index, in: &grid, y: y + offset) }
    }
  }

  private func drawHeader(in grid: inout Grid) {
    let (title, facts) = header
    for (row, (text, style)) in [title, facts].enumerated() {
      let line = symbols.truncated(text, columns: inner.columns)
      grid.draw(line, x: inner.x, y: inner.y + row, style: style, clip: inner)
    }
  }

  private typealias Line = (String, CellStyle)

  private var header: (Line, Line) {
    switch sheet.subject {
    case .card(let url, nil):
      return ((localized("loading\(symbols.ellipsis)"), theme.secondary), host(of: url.displayHost))
    case .card(_, let metadata?): return preview(metadata)
    case .page(let metadata, _): return preview(metadata)
    case .saved(let ids):
      let links = ids.lazy.compactMap { state.saved.link($0)?.metadata }
      if ids.count == 1, let link = links.first { return preview(link) }
      let titles = links.prefix(4).map(\.displayTitle).list
      return ((ids.count.linkCount, theme.title), (titles, theme.secondary))
    }
  }

  private func preview(_ metadata: LinkMetadata) -> (Line, Line) {
    ((metadata.displayTitle, theme.title), host(of: metadata.url.displayHost))
  }

  private func host(of name: String) -> Line {
    (Symbols.label(symbols.icon, name), theme.secondary)
  }

  private func draw(_ index: Int, in grid: inout Grid, y: Int) {
    let activity = sheet.activities[index]
    let isSelected = sheet.selection == index
    // While an activity is performed, the others are dimmed.
    let isIdle = sheet.phase != .choosing && !isSelected
    if isSelected {
      grid.draw(symbols.selection, x: frame.x + 1, y: y, style: theme.accent)
      grid.place(Cursor(x: inner.x, y: y))
    }
    grid.draw(
      keyLabel(of: activity), x: inner.x, y: y, style: isIdle ? theme.secondary : theme.accent,
      clip: inner)
    let text = symbols.truncated(
      activity.name(linkCount: sheet.linkCount), columns: inner.columns - textX)
    let style = isSelected ? theme.title : isIdle ? theme.secondary : .plain
    grid.draw(text, x: inner.x + textX, y: y, style: style, clip: inner)
  }

  private func keyLabel(of activity: ShareActivity) -> String {
    sheet.command(for: activity).map { surroundings.keyMap.label(of: $0) } ?? ""
  }

  /// The column of the names, after the widest key.
  private var textX: Int {
    let widest = sheet.activities.map { DisplayWidth.columns(of: keyLabel(of: $0)) }.max() ?? 0
    return max(3, widest) + 1
  }
}

/// The layout of the share sheet and its rows.
struct ShareLayout {
  private let sheet: ShareSheet
  let frame: GridRect
  /// Blank rows inside the frame, above and below.
  private let padding: Int

  init(_ sheet: ShareSheet, in surroundings: Surroundings) {
    self.sheet = sheet
    let body = surroundings.body
    let margin = body.columns < 50 ? 0 : 3
    let isAsWideAsCard = body.columns < 90 || !surroundings.symbols.hasColumns
    let width = isAsWideAsCard ? body.columns - 2 * margin : Self.widest
    let full = Self.edges + Self.headerRows + sheet.activities.count + sheet.groups.count
    padding = body.rows >= full + 2 ? 1 : 0
    let height = min(body.rows, full + 2 * padding)
    frame = GridRect(
      x: body.x + (body.columns - width) / 2, y: body.y + (body.rows - height) / 2,
      columns: width, rows: height)
  }

  private static let widest = 64
  private static let edges = 2
  static let headerRows = 2

  var inner: GridRect { frame.inset(columns: 3, rows: 1 + padding) }

  /// Whether there's room for blank rows between the groups.
  private var hasGaps: Bool {
    inner.rows >= Self.headerRows + sheet.activities.count + sheet.groups.count
  }

  /// The activities by their indexes, with nil for blank rows.
  private var rows: [Int?] {
    var first = 0
    let groups = sheet.groups.map { group -> [Int?] in
      defer { first += group.count }
      return (first..<first + group.count).map(Optional.some)
    }
    return hasGaps ? [nil] + Array(groups.joined(separator: [nil])) : groups.flatMap(\.self)
  }

  /// The rows on screen, including the selected one.
  var visible: (first: Int, rows: ArraySlice<Int?>) {
    let room = max(0, inner.rows - Self.headerRows)
    let rows = rows
    let selected = rows.firstIndex(of: sheet.selection) ?? 0
    let first = max(0, min(selected - room / 2, rows.count - room))
    return (first, rows.dropFirst(first).prefix(room))
  }

  /// Returns the index of the activity at a point.
  func activity(atX x: Int, y: Int) -> Int? {
    guard frame.inset(columns: 1, rows: 1).contains(x: x, y: y) else { return nil }
    let (first, rows) = visible
    let row = y - inner.y - Self.headerRows + first
    return rows.indices.contains(row) ? rows[row] : nil
  }
}

/// Draws an address by itself, from edge to edge, so that selecting it with the mouse doesn't
/// include a frame.
struct AddressView {
  let address: String
  let appearance: Appearance

  /// The row for the keys.
  private let rowsBelow = 1

  func draw(in grid: inout Grid) {
    let columns = grid.size.columns
    var remaining = Substring(address)
    for y in 0..<max(0, grid.size.rows - rowsBelow) where !remaining.isEmpty {
      // Addresses are mostly ASCII, so a row's prefix is a good first guess.
      var line = remaining.prefix(columns)
      while DisplayWidth.columns(of: String(line)) > columns { line = line.dropLast() }
      guard !line.isEmpty else { return }
      grid.draw(String(line), linkingTo: address, x: 0, y: y)
      remaining = remaining[line.endIndex...]
    }
    guard !remaining.isEmpty else { return }
    let message = localized("The rest doesn't fit; all of it can be copied.")
    let y = max(0, grid.size.rows - 2)
    grid.draw(String(repeating: " ", count: columns), x: 0, y: y)
    grid.draw(message, x: 0, y: y, style: appearance.theme.failure)
  }
}
