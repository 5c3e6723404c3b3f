import TerminalGrid

/// Draws all keys, grouped by heading, or those that match the search.
struct HelpView {
  private let layout: HelpLayout
  private let theme: Theme
  private let highlight: MatchHighlight

  init(_ help: HelpState, in surroundings: Surroundings) {
    layout = HelpLayout(help, in: surroundings)
    theme = surroundings.appearance.theme
    highlight = MatchHighlight(terms: layout.terms)
  }

  func draw(in grid: inout Grid) {
    if layout.matchCount == 0 { drawNothing(in: &grid) }
    var isCursorPlaced = false
    for (column, lines) in layout.columns.enumerated() {
      for (row, line) in layout.lines.lines[lines].enumerated() {
        let (x, y) = layout.position(column: column, row: row)
        if !isCursorPlaced, let indent = line.textStart {
          grid.place(Cursor(x: x + indent, y: y))
          isCursorPlaced = true
        }
        draw(line, in: &grid, x: x, y: y)
      }
    }
  }

  private func draw(_ line: HelpLines.Line, in grid: inout Grid, x: Int, y: Int) {
    switch line {
    case .heading(let text): grid.draw(text, x: x, y: y, style: theme.title)
    case .entry(let label, let text, let textX):
      let clip = Rect(x: x, y: y, columns: layout.columnWidth, rows: 1)
      grid.draw(
        label, highlighting: highlight, x: x + HelpLines.Line.indent, y: y, style: theme.accent,
        matchStyle: theme.match, clip: clip)
      grid.draw(
        text, highlighting: highlight, x: x + textX, y: y, style: .plain, matchStyle: theme.match,
        clip: clip)
    case .blank: break
    }
  }

  private func drawNothing(in grid: inout Grid) {
    let (x, y) = layout.position(column: 0, row: 0)
    grid.draw("No matches.", x: x, y: y, style: theme.title)
    grid.draw("Press esc to see all keys.", x: x, y: y + 1, style: theme.secondary)
    grid.place(Cursor(x: x, y: y))
  }
}

extension HelpLines.Line {
  /// The column of its first character, or nil if it's blank.
  fileprivate var textStart: Int? {
    switch self {
    case .heading: 0
    case .entry(let label, _, let textX): label.isEmpty ? textX : Self.indent
    case .blank: nil
    }
  }
}
