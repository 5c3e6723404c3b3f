import Localization
import TerminalGrid

/// The layout of the palette: a box with the typed text and, in columns, titles, names and keys.
struct PaletteLayout {
  let box: ChooserLayout
  /// The column of the names, or nil if there's no room for them.
  let nameX: Int?
  /// The column at which keys end.
  var keyEnd: Int { box.rows.maxX }

  init(_ palette: Palette, in surroundings: Surroundings) {
    box = ChooserLayout(
      entryCount: palette.entries.count, selection: palette.selection, columns: 84,
      in: surroundings)
    let titles = palette.entries.map { DisplayWidth.columns(of: $0.title) + 1 }.max() ?? 0
    let names = palette.entries.map(\.command.count).max() ?? 0
    let x = box.rows.x + 2 + titles + 3
    nameX = x + names + 3 + Self.keyColumns <= box.rows.maxX ? x : nil
  }

  private static let keyColumns = 14
}

/// Draws the palette over the screen.
struct PaletteView {
  private let palette: Palette
  private let appearance: Appearance
  private let layout: PaletteLayout

  init(_ palette: Palette, in surroundings: Surroundings) {
    self.palette = palette
    appearance = surroundings.appearance
    layout = PaletteLayout(palette, in: surroundings)
  }

  func draw(in grid: inout Grid) {
    let theme = appearance.theme
    grid.draw(
      layout.box, title: localized("Commands"), text: palette.text, count: palette.matches.count,
      in: appearance)
    let rows = layout.box.rows
    if palette.matches.isEmpty {
      grid.draw(
        localized("No command matches."), x: rows.x + 2, y: rows.y, style: theme.secondary,
        clip: rows)
    }
    for (row, match) in palette.matches.dropFirst(layout.box.top).prefix(rows.rows).enumerated() {
      let area = GridRect(x: rows.x, y: rows.y + row, columns: rows.columns, rows: 1)
      draw(match, isSelected: layout.box.top + row == palette.selection, in: &grid, area: area)
    }
  }

  private func draw(
    _ match: Palette.Match, isSelected: Bool, in grid: inout Grid, area: GridRect
  ) {
    let (theme, symbols) = (appearance.theme, appearance.symbols)
    if isSelected { grid.draw(symbols.selection, x: area.x, y: area.y, style: theme.accent) }
    let highlight = MatchHighlight(terms: palette.terms, isFuzzy: match.isFuzzy)
    let keys = keyText(of: match.entry, columns: area.columns / 3)
    let keyX = layout.keyEnd - DisplayWidth.columns(of: keys)
    let titleEnd = layout.nameX.map { $0 - 2 } ?? keyX - 2
    let title = TextWrapping.truncated(
      match.entry.title + (match.entry.asksForMore ? symbols.ellipsis : ""),
      columns: max(0, titleEnd - area.x - 2), ellipsis: symbols.ellipsis)
    grid.draw(
      title, highlighting: highlight, x: area.x + 2, y: area.y,
      style: isSelected ? theme.accent : .plain, matchStyle: theme.match, clip: area)
    if let nameX = layout.nameX {
      grid.draw(
        match.entry.command, highlighting: highlight, x: nameX, y: area.y, style: theme.secondary,
        matchStyle: theme.match, clip: area)
    }
    grid.draw(keys, x: keyX, y: area.y, style: theme.accent, clip: area)
    if isSelected { grid.highlight(area, in: appearance) }
  }

  /// Returns the keys that fit, but always the first one.
  private func keyText(of entry: Palette.Entry, columns: Int) -> String {
    var text = entry.keys.first ?? ""
    for key in entry.keys.dropFirst() {
      let longer = "\(text) \(key)"
      guard DisplayWidth.columns(of: longer) <= min(columns, 16) else { break }
      text = longer
    }
    return text
  }
}
