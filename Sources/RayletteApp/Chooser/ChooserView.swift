import Localization
import Markup
import TerminalGrid

/// Draws a chooser over the screen. Commands have their names and keys in columns of their own.
struct ChooserView {
  private let chooser: Chooser
  private let appearance: Appearance
  private let layout: ChooserLayout
  private var theme: Theme { appearance.theme }
  private var symbols: Symbols { appearance.symbols }

  init(_ chooser: Chooser, in surroundings: Surroundings) {
    self.chooser = chooser
    appearance = surroundings.appearance
    layout = ChooserLayout(chooser, in: surroundings)
  }

  func draw(in grid: inout Grid) {
    drawBox(in: &grid)
    let (rows, nameX) = (layout.rows, nameX)
    if chooser.matches.isEmpty {
      grid.draw(emptyMessage, x: rows.x + 2, y: rows.y, style: theme.secondary, clip: rows)
    }
    for (row, entry) in chooser.matches.dropFirst(layout.top).prefix(rows.rows).enumerated() {
      let area = GridRect(x: rows.x, y: rows.y + row, columns: rows.columns, rows: 1)
      draw(
        entry, isSelected: layout.top + row == chooser.selection, nameX: nameX, in: &grid,
        area: area)
    }
  }

  private var emptyMessage: String {
    if case .commands = chooser.purpose { return localized("No command matches.") }
    return chooser.isAwaited ? symbols.ellipsis : chooser.emptyMessage
  }

  /// Draws the box with the typed text and the cursor. If the list is longer than the box, the frame
  /// says which entry is selected.
  private func drawBox(in grid: inout Grid) {
    let (frame, rows, area) = (layout.frame, layout.rows, layout.text)
    grid.fill(frame, style: .plain)
    grid.drawBox(frame, glyphs: symbols.box, style: theme.border)
    grid.draw(" \(chooser.title) ", x: frame.x + 2, y: frame.y, style: theme.title, clip: frame)
    let x = grid.draw("> ", x: area.x, y: area.y, style: theme.accent, clip: area)
    let text = chooser.text
    let (cursor, _) = grid.draw(
      text.text, cursor: text.text.prefix(text.cursor).utf8.count, x: x, y: area.y, clip: area)
    grid.place(Cursor(x: min(cursor, area.maxX - 1), y: area.y, kind: .insertion))
    let count = chooser.matches.count
    guard count > rows.rows else { return }
    Scrollbar(count: count, visible: rows.rows, top: layout.top).draw(
      in: &grid, x: frame.maxX - 1, y: rows.y, rows: rows.rows, appearance: appearance)
    let position = " \(localized("\(chooser.selection + 1) of \(count.grouped)")) "
    grid.draw(
      position, x: frame.maxX - 2 - DisplayWidth.columns(of: position), y: frame.y,
      style: theme.secondary, clip: frame)
  }

  private func draw(
    _ entry: Chooser.Entry, isSelected: Bool, nameX: Int?, in grid: inout Grid, area: GridRect
  ) {
    if isSelected { grid.draw(symbols.selection, x: area.x, y: area.y, style: theme.accent) }
    let (highlight, sign) = (highlight(of: entry), sign(of: entry))
    let name = entry.command.map { entry.label + ($0.asksForMore ? symbols.ellipsis : "") }
    let label = name ?? Symbols.label(sign, entry.label)
    let end = entry.command.map { keyText(of: $0, columns: area.columns / 3) }
    let text = end ?? detail(of: entry, beside: label, in: area)
    let textX = area.maxX - DisplayWidth.columns(of: text)
    let visible = symbols.truncated(label, columns: max(0, (nameX ?? textX) - area.x - 4))
    grid.draw(
      visible, highlighting: highlight, x: area.x + 2, y: area.y,
      style: isSelected ? theme.accent : .plain, matchStyle: theme.match, clip: area)
    if chooser.changesTag(of: entry) {
      grid.draw(sign, x: area.x + 2, y: area.y, style: theme.success)
    }
    if let nameX, let command = entry.command {
      grid.draw(
        command.name, highlighting: highlight, x: nameX, y: area.y, style: theme.secondary,
        matchStyle: theme.match, clip: area)
    }
    let style = entry.command == nil ? theme.secondary : theme.accent
    grid.draw(text, x: textX, y: area.y, style: style, clip: area)
    if isSelected { grid.highlight(area, in: appearance) }
  }

  /// Returns the facts at the right. A short label leaves more room for them.
  private func detail(of entry: Chooser.Entry, beside label: String, in area: GridRect) -> String {
    let free = area.columns - DisplayWidth.columns(of: label) - 6
    return symbols.truncated(
      entry.details.joined(separator: symbols.separator), columns: max(area.columns / 2, free))
  }

  /// The sign before an entry: how many of the links have its tag, or that it's in force.
  private func sign(of entry: Chooser.Entry) -> String {
    if case .tag(_, nil) = entry.choice { return "+" }
    if let share = chooser.share(of: entry) { return symbols.sign(of: share) }
    return entry.isMarked ? symbols.success : ""
  }

  // MARK: - Commands

  /// The column of the names of commands, or nil if there's no room for them.
  private var nameX: Int? {
    let names = chooser.entries.compactMap { $0.command?.name.count }
    guard let widest = names.max() else { return nil }
    let titles = chooser.entries.map { DisplayWidth.columns(of: $0.label) + 1 }.max() ?? 0
    let x = layout.rows.x + 2 + titles + 3
    return x + widest + 3 + Self.keyColumns <= layout.rows.maxX ? x : nil
  }

  private static let keyColumns = 14

  private func highlight(of entry: Chooser.Entry) -> MatchHighlight {
    guard entry.command != nil else { return MatchHighlight(terms: []) }
    return MatchHighlight(
      terms: chooser.terms, isFuzzy: CommandRank(of: chooser.terms, in: entry)?.kind == .fuzzy)
  }

  /// Returns the keys that fit, but always the first one.
  private func keyText(of command: ListedCommand, columns: Int) -> String {
    command.chords.map(\.label).reduce("") { text, key in
      let longer = text.isEmpty ? key : "\(text) \(key)"
      return text.isEmpty || DisplayWidth.columns(of: longer) <= min(columns, 16) ? longer : text
    }
  }
}

/// The layout of a list that's narrowed by typing: the entries and, in a box, the typed text.
struct ChooserLayout {
  let frame: GridRect
  /// The line with the typed text.
  let text: GridRect
  let rows: GridRect
  /// The first entry on screen.
  let top: Int

  init(_ chooser: Chooser, in surroundings: Surroundings) {
    let body = surroundings.body
    let columns = min(body.columns - (body.columns < 50 ? 0 : 8), chooser.columns)
    // Leaves room for all entries, so that the box stays while the list is narrowed. A tag that's
    // typed needs a row, too.
    let height = min(body.rows, max(4, chooser.entries.count + (chooser.isTagging ? 1 : 0) + 4))
    frame = GridRect(
      x: body.x + (body.columns - columns) / 2, y: body.y + (body.rows - height) / 3,
      columns: columns, rows: height)
    let inner = frame.inset(columns: 2, rows: 1)
    text = GridRect(x: inner.x, y: inner.y, columns: inner.columns, rows: 1)
    rows = GridRect(
      x: inner.x, y: inner.y + 1, columns: inner.columns, rows: max(0, inner.rows - 1))
    top = max(0, chooser.selection - max(0, rows.rows - 1))
  }

  /// The most completions on screen, so that the links that match stay in view.
  private static let completionLimit = 10

  /// Creates the layout of the completions above a line that's typed, below a rule. Nil if there are
  /// none to show.
  init?(completionsIn state: AppState) {
    guard let prompt = state.modals.top?.typedLine, prompt.purpose == .filter,
      prompt.offersCompletions
    else { return nil }
    let count = state.completions.count
    guard count > 0 else { return nil }
    let body = state.surroundings.body
    let visible = min(count, Self.completionLimit, max(2, body.rows / 3))
    frame = GridRect(
      x: body.x, y: body.maxY - visible - 1, columns: body.columns, rows: visible + 1)
    let columns = max(0, body.columns - 2)
    text = GridRect(x: body.x + 1, y: frame.y, columns: columns, rows: 1)
    rows = GridRect(x: body.x + 1, y: frame.y + 1, columns: columns, rows: visible)
    top = max(0, (prompt.choice?.index ?? 0) - visible + 1)
  }

  /// Returns the index of the entry at a point, among the matching entries.
  func entry(atX x: Int, y: Int) -> Int? {
    rows.contains(x: x, y: y) ? top + y - rows.y : nil
  }
}
