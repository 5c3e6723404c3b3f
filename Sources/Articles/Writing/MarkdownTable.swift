/// Writes tables as GitHub does (https://github.github.com/gfm/#tables-extension-).
enum MarkdownTable {
  private static let columnLimit = 200

  static func lines(of table: ArticleBlock.Table) -> [String] {
    let columns = min(
      max(table.header.count, table.rows.map(\.count).max() ?? 0), columnLimit)
    guard columns > 0 else { return [] }
    let ruleLine = (0..<columns).reduce("|") { $0 + " \(rule(of: table, column: $1)) |" }
    return [line(of: table.header, columns), ruleLine] + table.rows.map { line(of: $0, columns) }
  }

  private static func rule(of table: ArticleBlock.Table, column: Int) -> String {
    guard table.alignments.indices.contains(column) else { return "---" }
    return switch table.alignments[column] {
    case .left: ":--"
    case .center: ":-:"
    case .right: "--:"
    case nil: "---"
    }
  }

  private static func line(of cells: [[ArticleInline]], _ columns: Int) -> String {
    var line = "|"
    for column in 0..<columns {
      let cell = column < cells.count ? cells[column] : []
      line += " " + MarkdownInline.text(of: cell, in: .cell) + " |"
    }
    return line
  }
}
