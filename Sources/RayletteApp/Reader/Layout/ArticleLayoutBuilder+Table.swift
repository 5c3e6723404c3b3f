import Articles
import LinkPreview
import TerminalGrid

/// Lays out tables, with columns side by side. If there's no room, the table can be scrolled
/// sideways. Where scrolling isn't possible, each cell has a line of its own.
extension ArticleLayoutBuilder {
  mutating func add(_ table: ArticleBlock.Table, _ margins: Margins) {
    let count = ([table.header] + table.rows).map(\.count).max() ?? 0
    guard count > 0 else { return }
    let room = columns(within: margins) - (count - 1) * Self.gap
    let header = table.header.map { text(.tableHeader, $0) }
    let rows = table.rows.map { row in row.map { text(.body, $0) } }
    guard symbols.hasColumns, let widths = widths(of: [header] + rows, count, room: room) else {
      return addRecords(header, rows, margins)
    }
    let headerLines = header.isEmpty ? 0 : 1 + Self.lineCount(of: header, widths)
    beginUnwrapped(.table(headerLines: headerLines), margins, isMirrored: tablesAreMirrored)
    // A narrow table is at the side where it begins.
    let x =
      tablesAreMirrored
      ? max(margins.left, columns - margins.right - Self.columns(of: widths)) : margins.left
    if !header.isEmpty {
      addRow(header, widths, table.alignments, x: x)
      addRule(widths, x: x)
    }
    // Rows of several lines need a separator.
    let isDense = rows.allSatisfy { row in
      zip(row, widths).allSatisfy { DisplayWidth.columns(of: $0.text) <= $1 }
    }
    for (index, row) in rows.enumerated() {
      if index > 0, !isDense { addBlank() }
      addRow(row, widths, table.alignments, x: x)
    }
  }

  private static let gap = 2
  /// The minimum width of a column. Narrower columns would break words.
  private static let narrowest = 8
  /// The minimum width of a column in a table that can be scrolled. Scrolling is better than
  /// narrower columns.
  private static let narrowestScrolled = 12
  /// The maximum width of a column in a table that's scrolled, so that several are on screen.
  private static let widestScrolled = 32

  /// Returns the widths of the columns, or nil if they don't fit.
  private func widths(of rows: [[ArticleText]], _ count: Int, room: Int) -> [Int]? {
    var widths = [Int](repeating: 1, count: count)
    for row in rows {
      for (index, cell) in row.enumerated() {
        let lines = cell.text.split(separator: "\n")
        let width = lines.map { DisplayWidth.columns(of: String($0)) }.max() ?? 0
        widths[index] = max(widths[index], width)
      }
    }
    var wide = Array(widths.indices)
    var remaining = room
    // Columns that need less than their share leave the remaining width to others.
    while !wide.isEmpty {
      let share = remaining / wide.count
      let narrow = wide.filter { widths[$0] <= share }
      if narrow.isEmpty {
        if settings.canScroll, share < Self.narrowestScrolled {
          return widths.map { min($0, max(Self.narrowest, min(Self.widestScrolled, room * 2 / 3))) }
        }
        guard share >= Self.narrowest else { return nil }
        for index in wide { widths[index] = share }
        return widths
      }
      remaining -= narrow.reduce(0) { $0 + widths[$1] }
      wide.removeAll { widths[$0] <= share }
    }
    return widths
  }

  private static func lineCount(of cells: [ArticleText], _ widths: [Int]) -> Int {
    zip(cells, widths).reduce(1) {
      max($0, TextWrapping.ranges(of: $1.0.text, columns: $1.1).count)
    }
  }

  private mutating func addRow(
    _ cells: [ArticleText], _ widths: [Int], _ alignments: [ArticleBlock.Table.Alignment?], x: Int
  ) {
    let start = anchor.offset
    let columns = Self.columns(of: widths)
    var offset = 0
    var parts: [[ArticleLine.Part]] = []
    for (column, (cell, width)) in zip(cells, widths).enumerated() {
      let index = register(cell)
      let cellX = x + (tablesAreMirrored ? columns - offset - width : offset)
      let ranges = TextWrapping.ranges(of: cell.text, columns: width)
      let alignment =
        (alignments.indices.contains(column) ? alignments[column] : nil)
        ?? (isAtRight(cell, lines: ranges.count) ? .right : .left)
      for (row, range) in ranges.enumerated() {
        if row == parts.count { parts.append([]) }
        let end = self.x(of: range, of: cell, end: cellX + width)
        let textX =
          switch alignment {
          case .left: cellX
          case .center: cellX + (end - cellX) / 2
          case .right: end
          }
        parts[row].append(.text(x: textX, index, range))
      }
      offset += width + Self.gap
    }
    for (row, parts) in parts.enumerated() {
      addUnwrapped(parts, columns: columns, at: start + (row == 0 ? 0 : 1))
    }
  }

  private mutating func addRule(_ widths: [Int], x: Int) {
    let columns = Self.columns(of: widths)
    addUnwrapped([.rule(x: x, columns: columns)], columns: columns)
  }

  private static func columns(of widths: [Int]) -> Int {
    widths.reduce(0, +) + (widths.count - 1) * gap
  }

  /// Adds the cells below each other, each with its column's heading.
  private mutating func addRecords(
    _ header: [ArticleText], _ rows: [[ArticleText]], _ margins: Margins
  ) {
    let named = indented(margins, by: 2, isAtRight: tablesAreMirrored)
    for (index, row) in rows.enumerated() {
      if index > 0 { addBlank() }
      for (column, cell) in row.enumerated() where !cell.text.isEmpty {
        let isNamed = header.indices.contains(column) && !header[column].text.isEmpty
        if isNamed {
          add(text(.tableHeader, "\(header[column].text):"), margins)
        }
        add(cell, isNamed ? named : margins)
      }
    }
  }
}
