import TerminalGrid

/// The lines of the help on screen, in columns, and how far they can be scrolled.
struct HelpLayout {
  let body: Rect
  /// The terms searched for.
  let terms: [String]
  let lines: HelpLines
  /// The lines on screen, in columns side by side.
  let columns: [Range<Int>]
  let columnWidth: Int
  /// The largest useful scroll, which shows the end.
  let scrollLimit: Int
  /// The number of entries that match the search, and of all entries.
  let matchCount: Int
  let entryCount: Int
  private let columnCount: Int

  init(_ help: HelpState, in surroundings: Surroundings) {
    body = surroundings.body
    let hasColumns = surroundings.appearance.symbols.hasColumns
    let room = body.columns - 2 * Self.margin(body)
    columnCount = hasColumns ? min(max(1, (room + Self.gap) / (Self.narrowest + Self.gap)), 3) : 1
    let width = (room - (columnCount - 1) * Self.gap) / columnCount
    columnWidth = min(width, hasColumns ? Self.widest : 100)
    terms = help.searchText.split(whereSeparator: \.isWhitespace).map(String.init)
    let all = HelpSection.all(on: help.screen, surroundings.keyMap)
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

  /// The number of lines that a page is scrolled by, which leaves one of them in sight.
  var page: Int { max(1, columns.reduce(0) { $0 + $1.count } - 1) }

  private static let gap = 3
  private static let narrowest = 36
  private static let widest = 56

  private static func margin(_ body: Rect) -> Int { body.columns < 50 ? 1 : 2 }
  private static func topMargin(_ body: Rect) -> Int { body.isSpacious ? 1 : 0 }
}

extension HelpLayout {
  /// The position, or what the search found, for the status line.
  var statusText: String {
    if terms.isEmpty { return "Help, line \(firstLine + 1) of \(lines.lines.count)" }
    let first = lines.lines.lazy.compactMap { line in
      if case .entry(let label, let text, _) = line { "; \(label): \(text)" } else { nil }
    }.first
    return "Help: \(countText) match\(first ?? "")"
  }

  /// The number of matches: `4 of 60`. Empty while all keys are listed.
  var countText: String { terms.isEmpty ? "" : "\(matchCount) of \(entryCount)" }

  private var firstLine: Int { columns.first?.lowerBound ?? 0 }
}
