import Localization
import TerminalGrid

/// Draws all keys, or the keys that match the search, grouped by heading.
struct HelpView {
  private let layout: HelpLayout
  private let surroundings: Surroundings
  private let isTyping: Bool
  private let highlight: MatchHighlight

  init(_ help: HelpState, in surroundings: Surroundings) {
    layout = HelpLayout(help, in: surroundings)
    self.surroundings = surroundings
    isTyping = help.isTyping
    highlight = MatchHighlight(terms: layout.terms)
  }

  private var theme: Theme { surroundings.theme }

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
    guard layout.scrollLimit > 0 else { return }
    Scrollbar(count: layout.lineCount, visible: layout.visibleRows, top: layout.scroll)
      .draw(in: &grid, beside: layout.area, of: surroundings)
  }

  private func draw(_ line: HelpLines.Line, in grid: inout Grid, x: Int, y: Int) {
    switch line {
    case .heading(let text): grid.draw(text, x: x, y: y, style: theme.title)
    case .entry(let label, let text, let textX):
      let clip = GridRect(x: x, y: y, columns: layout.columnWidth, rows: 1)
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
    grid.draw(ScreenTexts.noMatches, x: x, y: y, style: theme.title)
    // Where the search is typed, its keys are fixed.
    let key = isTyping ? Key.escape.label : surroundings.keyMap.label(of: "help.clear-search")
    if !key.isEmpty {
      grid.draw(localized("Press \(key) to see all keys."), x: x, y: y + 1, style: theme.secondary)
    }
    grid.place(Cursor(x: x, y: y))
  }
}

extension HelpLines.Line {
  /// The column of the line's first character, or nil for a blank line.
  fileprivate var textStart: Int? {
    switch self {
    case .heading: 0
    case .entry(let label, _, let textX): label.isEmpty ? textX : Self.indent
    case .blank: nil
    }
  }
}

/// The layout of the help on screen: its lines in columns, and the limit for scrolling.
struct HelpLayout: ScrolledText {
  let body: GridRect
  /// The terms of the search.
  let terms: [String]
  let lines: HelpLines
  /// The lines on screen, in columns side by side.
  let columns: [Range<Int>]
  let columnWidth: Int
  /// The largest useful scroll position, which shows the end.
  let scrollLimit: Int
  /// The number of entries that match the search, then the number of all entries.
  let matchCount: Int
  let entryCount: Int
  private let columnCount: Int

  init(_ help: HelpState, in surroundings: Surroundings) {
    body = surroundings.body
    let hasColumns = surroundings.symbols.hasColumns && body.columns >= 100
    let room = body.columns - 2 * Self.margin(body)
    columnCount = hasColumns ? min(max(1, (room + Self.gap) / (Self.narrowest + Self.gap)), 3) : 1
    let width = (room - (columnCount - 1) * Self.gap) / columnCount
    columnWidth = min(width, hasColumns ? Self.widest : 100)
    terms = help.searchText.split(whereSeparator: \.isWhitespace).map(String.init)
    let all = HelpSection.all(on: help.screen, surroundings.keyMap, onlyCommands: help.commands)
    let visible = all.compactMap { [terms] in terms.isEmpty ? $0 : $0.matching(terms) }
    entryCount = all.reduce(0) { $0 + $1.entries.count }
    matchCount = visible.reduce(0) { $0 + $1.entries.count }
    lines = HelpLines(visible, columns: columnWidth)

    let rows = body.rows - Self.topMargin(body)
    // Matches fill one column after the other, so that they stay in place while the search is typed.
    if terms.isEmpty, let whole = lines.balanced(columns: columnCount, rows: rows) {
      (columns, scrollLimit) = (whole, 0)
    } else {
      scrollLimit = lines.scrollLimit(columns: columnCount, rows: rows)
      columns = lines.columns(columnCount, rows: rows, from: min(help.scroll, scrollLimit))
    }
  }

  /// The position of a line on screen.
  func position(column: Int, row: Int) -> (x: Int, y: Int) {
    let width = columnCount * (columnWidth + Self.gap) - Self.gap
    let start = max(Self.margin(body), (body.columns - width) / 2)
    return (
      body.x + start + column * (columnWidth + Self.gap), body.y + Self.topMargin(body) + row
    )
  }

  /// The rows of the columns.
  var area: GridRect {
    let margin = Self.topMargin(body)
    return GridRect(x: body.x, y: body.y + margin, columns: body.columns, rows: body.rows - margin)
  }

  var lineCount: Int { lines.lines.count }
  var visibleRows: Int { columns.reduce(0) { $0 + $1.count } }
  var scroll: Int { columns.first?.lowerBound ?? 0 }

  private static let gap = 3
  private static let narrowest = 36
  private static let widest = 56

  private static func margin(_ body: GridRect) -> Int { body.columns < 50 ? 1 : 2 }
  private static func topMargin(_ body: GridRect) -> Int { body.isSpacious ? 1 : 0 }
}

extension HelpLayout {
  /// The number of matches: `4 of 60`. Empty while all keys are listed.
  var countText: String { terms.isEmpty ? "" : localized("\(matchCount) of \(entryCount)") }

  var spokenLines: [String] {
    if matchCount == 0 { return [ScreenTexts.noMatches] }
    return (columns.first.map { Array(lines.lines[$0]) } ?? []).compactMap { line in
      switch line {
      case .heading(let text): text
      case .entry(let label, let text, _): label.isEmpty ? text : [label, text].list
      case .blank: nil
      }
    }
  }
}
