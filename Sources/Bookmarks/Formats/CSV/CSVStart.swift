import Markup

/// The lines above the header of a table: `sep=;`, with which spreadsheets state the separator, and
/// what services write about the table, such as its name.
struct CSVStart {
  /// The stated separator.
  private(set) var separator: UInt8?
  /// The number of lines before the header.
  private(set) var lineCount = 0

  /// The most lines above a header.
  private static let limit = 20

  /// Returns nil if none of the first lines is a header.
  /// - Parameter text: whole lines from the start of a file.
  init?(_ text: some StringProtocol) {
    let lines = text.split(
      maxSplits: 2 * Self.limit, omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    guard let first = lines.first else { return nil }
    separator = Self.statedSeparator(in: first)
    let start = separator == nil ? 0 : 1
    for index in start..<max(start, min(lines.count, Self.limit)) {
      let fields = fields(of: lines[index])
      if fields.count > 1, let columns = CSVColumns(header: fields) {
        let row = lines[(index + 1)...].first { !$0.allSatisfy(\.isWhitespace) }
        // Prose may mention a header. A table has an address below it.
        guard index == start || row.map({ columns.hasAddress(self.fields(of: $0)) }) == true else {
          return nil
        }
        lineCount = index
        return
      }
      // The first link belongs to a table without a header, or to another format.
      if lines[index].contains("://") { break }
    }
    return nil
  }

  private static func statedSeparator(in line: some StringProtocol) -> UInt8? {
    let line = line.drop { $0 == "\u{FEFF}" || $0 == "\"" }.prefix { $0 != "\"" }
    guard line.utf8.count == 5, line.lowercased().hasPrefix("sep=") else { return nil }
    return Array(line.utf8).last
  }

  private func fields(of line: some StringProtocol) -> [String] {
    var fields: [String] = []
    var parser = CSVParser(separator: separator)
    parser.read(Array("\(line)\n".utf8)) { fields = fields.isEmpty ? $0.fields : fields }
    return fields
  }
}
