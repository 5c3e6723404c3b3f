import Markup

/// The first rows of a table without a header, from which its columns are guessed.
struct CSVSample {
  private(set) var rows: [CSVParser.Record] = []

  /// Whether there are enough rows to distinguish topics from titles.
  var isEnough: Bool { rows.count >= 200 }

  mutating func add(_ row: CSVParser.Record) { rows.append(row) }

  /// The column with the addresses, then the others by their content: dates, topics, which occur
  /// again and again, and titles, which don't.
  var columns: CSVColumns {
    let all = rows.map(\.fields).filter { !Self.isComment($0) }
    var positions: [BookmarkField: [Int]] = [:]
    for column in 0..<(all.map(\.count).max() ?? 0) {
      let values = all.compactMap { $0.indices.contains(column) ? $0[column] : nil }
        .filter { !PlainText.isBlank($0) }
      guard !values.isEmpty else { continue }
      if values.contains(where: Self.isAddress) {
        positions[.address, default: []].append(column)
      } else if values.allSatisfy({ BookmarkDate.date($0) != nil }) {
        positions[.savedAt, default: []].append(column)
      } else if values.contains(where: { Double($0) == nil }) {
        let isRepeated = values.count > 1 && 2 * Set(values).count <= values.count
        let field: BookmarkField =
          isRepeated ? .topic : positions[.title] == nil ? .title : .summary
        positions[field, default: []].append(column)
      }
    }
    return CSVColumns(positions: positions)
  }

  /// Whether a text is a table without a header: the same column has an address in every row, apart
  /// from mistakes.
  /// - Parameter text: whole lines.
  static func recognizes(_ text: Substring) -> Bool {
    // Ten thousand characters are enough.
    let text = text.prefix(10_000)
    let lines = text.split(whereSeparator: \.isNewline).filter { !$0.hasPrefix("#") }
    guard let first = lines.first, first.contains(where: { ",;\t".contains($0) }) else {
      return false
    }
    let isWhole = text.endIndex == text.base.endIndex
    var rows: [[String]] = []
    var parser = CSVParser()
    let sample = isWhole || lines.count == 1 ? lines[...] : lines.dropLast()
    parser.read(Array((sample.joined(separator: "\n") + "\n").utf8)) { rows.append($0.fields) }
    let columns = rows.map { row in row.indices.filter { isAddress(row[$0]) } }
    guard let column = columns.first?.first, rows.allSatisfy({ $0.count > 1 }) else { return false }
    let count = columns.count { $0 == [column] }
    // A comma can be part of prose, so there have to be several lines, each with an address in this
    // column only.
    return first.contains("\t") ? 3 * count > 2 * rows.count : count == rows.count && count > 1
  }

  static func isRow(_ fields: [String]) -> Bool {
    fields.count > 1 && (isComment(fields) || fields.contains(where: isAddress))
  }

  static func isComment(_ fields: [String]) -> Bool { fields.first?.hasPrefix("#") == true }

  /// Whether a whole field is an address.
  private static func isAddress(_ field: String) -> Bool {
    (field.hasPrefix("http://") || field.hasPrefix("https://"))
      && !field.contains(where: \.isWhitespace) && WebAddress(field) != nil
  }
}
