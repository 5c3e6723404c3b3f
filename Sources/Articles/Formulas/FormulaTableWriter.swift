/// Writes matrices, cases and equations, in one line or in rows.
enum FormulaTableWriter {
  /// Returns the table in one line, with semicolons between rows.
  static func line(_ table: FormulaTable) -> String {
    let rows = table.rows.map { row in
      switch table.kind {
      case .equations: FormulaWriter.line(Array(row.joined()))
      case .matrix: row.map { FormulaWriter.line($0) }.joined(separator: " ")
      case .cases:
        row.map { FormulaWriter.line($0) }.reduce(into: "") { line, cell in
          if !line.isEmpty { line += line.last == "," ? " " : ", " }
          line += cell
        }
      }
    }
    return table.opening + rows.filter { !$0.isEmpty }.joined(separator: "; ") + table.closing
  }

  /// Returns the table in rows with aligned columns. Nil for a table that's too large.
  static func box(_ table: FormulaTable) -> FormulaBox? {
    let cells = table.rows.map { $0.map { FormulaWriter.line($0) } }
    var widths: [Int] = []
    for row in cells {
      for (column, cell) in row.enumerated() {
        if column == widths.count { widths.append(0) }
        widths[column] = max(widths[column], FormulaBox.columns(of: cell))
      }
    }
    let gap = table.kind == .equations ? 0 : 2
    guard cells.count <= rowsLimit, widths.reduce(0, +) + gap * widths.count <= columnsLimit else {
      return nil
    }
    let lines = cells.map { row in
      var line = ""
      for (column, cell) in row.enumerated() {
        let isRight = table.kind == .equations && column.isMultiple(of: 2) && row.count > 1
        let padding = String(
          repeating: " ", count: widths[column] - FormulaBox.columns(of: cell))
        // Columns of equations come in pairs.
        let space =
          column == 0 ? "" : table.kind != .equations || isRight ? "  " : spaceBefore(cell)
        line += space + (isRight ? padding + cell : cell + padding)
      }
      return line
    }
    return FormulaBox(lines: lines, baseline: (lines.count - 1) / 2)
      .between(table.opening, table.closing)
  }

  /// The limits of a table that fits on a screen.
  private static let rowsLimit = 60
  private static let columnsLimit = 160

  private static func spaceBefore(_ cell: String) -> String {
    cell.first.map { $0.isLetter || $0.isNumber || $0 == "(" } ?? true ? "" : " "
  }
}

/// A formula in several lines.
struct FormulaBox: Equatable {
  var lines: [String]
  /// The line of the box that's aligned with the parts beside it.
  var baseline = 0

  /// Returns a formula on lines of its own, with matrices in rows.
  static func of(_ nodes: [FormulaNode]) -> FormulaBox {
    var box: FormulaBox?
    var segment: [FormulaNode] = []
    let add = { (next: FormulaBox) in box = box?.beside(next) ?? next }
    let flush = {
      let text = FormulaWriter.line(segment)
      if !text.isEmpty { add(FormulaBox(lines: [text])) }
      segment = []
    }
    for node in nodes.flatMap(\.ungrouped) {
      guard case .table(let table) = node, let rows = FormulaTableWriter.box(table),
        rows.lines.count > 1
      else {
        segment.append(node)
        continue
      }
      flush()
      add(rows)
    }
    flush()
    guard var box else { return FormulaBox(lines: [""]) }
    box.lines = box.lines.map { String($0.reversed().drop { $0 == " " }.reversed()) }
    return box
  }

  var width: Int { lines.reduce(0) { max($0, Self.columns(of: $1)) } }

  /// The width of a text in columns of a screen. East Asian characters, which formulas may contain
  /// as words, take two.
  static func columns(of text: String) -> Int {
    text.reduce(0) { sum, character in
      let value = character.unicodeScalars.first?.value ?? 0
      return sum + ((0x1100...0x115F).contains(value) || (0x2E80...0xFF60).contains(value) ? 2 : 1)
    }
  }

  private func padded(_ line: String, to width: Int) -> String {
    line + String(repeating: " ", count: max(0, width - Self.columns(of: line)))
  }

  fileprivate func beside(_ other: FormulaBox) -> FormulaBox {
    let above = max(baseline, other.baseline)
    let below = max(lines.count - baseline, other.lines.count - other.baseline)
    let width = width
    let first = other.lines[other.baseline].first
    let gap = first == "," || first == "." || first == ";" ? "" : " "
    let joined = (-above..<below).map { row in
      let left = lines.indices.contains(baseline + row) ? lines[baseline + row] : ""
      let right =
        other.lines.indices.contains(other.baseline + row)
        ? other.lines[other.baseline + row] : ""
      return right.isEmpty ? left : padded(left, to: width) + gap + right
    }
    return FormulaBox(lines: joined, baseline: above)
  }

  /// The box between brackets of its height (https://www.unicode.org/charts/PDF/U2300.pdf).
  fileprivate func between(_ opening: String, _ closing: String) -> FormulaBox {
    guard lines.count > 1 else { return FormulaBox(lines: [opening + lines[0] + closing]) }
    let width = width
    let bracketed = lines.enumerated().map { index, line in
      let isLast = index == lines.count - 1
      let part = index == 0 ? 0 : isLast ? 3 : index == lines.count / 2 ? 1 : 2
      let left = Self.pieces[opening]?[part] ?? opening
      let right = Self.pieces[closing]?[part] ?? closing
      let inner = right.isEmpty ? line : padded(line, to: width)
      return (left.isEmpty ? "" : left + " ") + inner + (right.isEmpty ? "" : " " + right)
    }
    return FormulaBox(lines: bracketed, baseline: baseline)
  }

  /// The top, middle, extension and bottom of each bracket.
  private static let pieces: [String: [String]] = [
    "(": ["⎛", "⎜", "⎜", "⎝"], ")": ["⎞", "⎟", "⎟", "⎠"], "[": ["⎡", "⎢", "⎢", "⎣"],
    "]": ["⎤", "⎥", "⎥", "⎦"], "{": ["⎧", "⎨", "⎪", "⎩"], "}": ["⎫", "⎬", "⎪", "⎭"],
  ]
}

extension FormulaNode {
  fileprivate var ungrouped: [FormulaNode] {
    if case .group(let nodes) = self { nodes.flatMap(\.ungrouped) } else { [self] }
  }
}
