import Localization
import Markup
import TerminalGrid

/// Draws a chooser over the list.
struct ChooserView {
  private let chooser: Chooser
  private let appearance: Appearance
  private let layout: ChooserLayout

  init(_ chooser: Chooser, in surroundings: Surroundings) {
    self.chooser = chooser
    appearance = surroundings.appearance
    layout = ChooserLayout(chooser, in: surroundings)
  }

  func draw(in grid: inout Grid) {
    let (theme, symbols) = (appearance.theme, appearance.symbols)
    let text = layout.text
    let matches = chooser.matches
    grid.draw(
      layout, title: chooser.title, text: chooser.text, count: matches.count, in: appearance)
    if matches.isEmpty {
      let message = chooser.isAwaited ? symbols.ellipsis : chooser.emptyMessage
      grid.draw(message, x: text.x + 2, y: layout.rows.y, style: theme.secondary, clip: layout.rows)
    }
    for (row, entry) in matches.dropFirst(layout.top).prefix(layout.rows.rows).enumerated() {
      draw(entry, isSelected: layout.top + row == chooser.selection, in: &grid, row: row)
    }
  }

  private func draw(_ entry: Chooser.Entry, isSelected: Bool, in grid: inout Grid, row: Int) {
    let (theme, symbols) = (appearance.theme, appearance.symbols)
    let area = GridRect(
      x: layout.rows.x, y: layout.rows.y + row, columns: layout.rows.columns, rows: 1)
    if isSelected { grid.draw(symbols.selection, x: area.x, y: area.y, style: theme.accent) }
    let sign = sign(of: entry)
    // A short label leaves more room for the name.
    let name = sign.isEmpty ? entry.label : Symbols.label(sign, entry.label)
    let free = area.columns - DisplayWidth.columns(of: name) - 6
    let detail = TextWrapping.truncated(
      entry.details.joined(separator: symbols.separator), columns: max(area.columns / 2, free),
      ellipsis: symbols.ellipsis)
    let detailX = area.maxX - DisplayWidth.columns(of: detail)
    let label = TextWrapping.truncated(
      name, columns: max(0, detailX - area.x - 4), ellipsis: symbols.ellipsis)
    grid.draw(
      label, x: area.x + 2, y: area.y, style: isSelected ? theme.accent : .plain, clip: area)
    if chooser.changesTag(of: entry) {
      grid.draw(sign, x: area.x + 2, y: area.y, style: theme.success)
    }
    grid.draw(detail, x: detailX, y: area.y, style: theme.secondary, clip: area)
    if isSelected { grid.highlight(area, in: appearance) }
  }
}

extension ChooserView {
  /// The sign before an entry: how many of the links have its tag, or that it's in force.
  private func sign(of entry: Chooser.Entry) -> String {
    let symbols = appearance.symbols
    if case .newTag = entry.choice { return "+" }
    if let share = chooser.share(of: entry) { return symbols.sign(of: share) }
    return entry.isMarked ? symbols.success : ""
  }
}

extension Grid {
  /// Draws the box of a list with the typed text and the cursor. If the list is longer than the
  /// box, the frame says which entry is selected.
  /// - Parameter count: the number of entries that match the text.
  mutating func draw(
    _ layout: ChooserLayout, title: String, text: Prompt, count: Int, in appearance: Appearance
  ) {
    let theme = appearance.theme
    fill(layout.frame, style: .plain)
    drawBox(layout.frame, glyphs: appearance.symbols.box, style: theme.border)
    draw(
      " \(title) ", x: layout.frame.x + 2, y: layout.frame.y, style: theme.title,
      clip: layout.frame)
    let area = layout.text
    let x = draw("> ", x: area.x, y: area.y, style: theme.accent, clip: area)
    let (cursor, _) = draw(
      text.text, cursor: text.text.prefix(text.cursor).utf8.count, x: x, y: area.y, clip: area)
    place(Cursor(x: min(cursor, area.maxX - 1), y: area.y, kind: .insertion))
    drawPosition(in: layout, count: count, appearance: appearance)
  }

  private mutating func drawPosition(
    in layout: ChooserLayout, count: Int, appearance: Appearance
  ) {
    let (frame, rows) = (layout.frame, layout.rows)
    guard count > rows.rows else { return }
    Scrollbar(count: count, visible: rows.rows, top: layout.top).draw(
      in: &self, x: frame.maxX - 1, y: rows.y, rows: rows.rows, appearance: appearance)
    let position = " \(localized("\(layout.selection + 1) of \(count.grouped)")) "
    draw(
      position, x: frame.maxX - 2 - DisplayWidth.columns(of: position), y: frame.y,
      style: appearance.theme.secondary, clip: frame)
  }
}

/// The layout of a list that's narrowed by typing: a box with the typed text and the entries.
struct ChooserLayout {
  let frame: GridRect
  /// The line with the typed text.
  let text: GridRect
  let rows: GridRect
  /// The first entry on screen.
  let top: Int
  /// The index of the selected entry.
  let selection: Int

  init(_ chooser: Chooser, in surroundings: Surroundings) {
    self.init(
      // A tag that's typed needs a row, too.
      entryCount: chooser.entries.count + (chooser.isTagging ? 1 : 0),
      selection: chooser.selection, columns: chooser.columns, in: surroundings)
  }

  /// - Parameter columns: the largest width of the box.
  init(entryCount: Int, selection: Int, columns: Int, in surroundings: Surroundings) {
    self.selection = selection
    let body = surroundings.body
    let columns = min(body.columns - (body.columns < 50 ? 0 : 8), columns)
    // Leaves room for all entries, so that the box stays while the list is narrowed.
    let height = min(body.rows, max(4, entryCount + 4))
    frame = GridRect(
      x: body.x + (body.columns - columns) / 2, y: body.y + (body.rows - height) / 3,
      columns: columns, rows: height)
    let inner = frame.inset(columns: 2, rows: 1)
    text = GridRect(x: inner.x, y: inner.y, columns: inner.columns, rows: 1)
    rows = GridRect(
      x: inner.x, y: inner.y + 1, columns: inner.columns, rows: max(0, inner.rows - 1))
    top = max(0, selection - max(0, rows.rows - 1))
  }

  /// Returns the index of the entry at a point, among the matching entries.
  func entry(atX x: Int, y: Int) -> Int? {
    rows.contains(x: x, y: y) ? top + y - rows.y : nil
  }
}
