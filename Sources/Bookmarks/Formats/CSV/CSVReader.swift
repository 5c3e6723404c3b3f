import Foundation
import Localization
import Markup

/// Reads bookmark tables. Usually one of the first lines names the columns; otherwise ``CSVSample``
/// guesses their meaning.
struct CSVReader: EntryReader {
  private var parser = CSVParser()
  private var columns: CSVColumns?
  private var hasHeader = false
  /// What the first piece shows.
  private var start: CSVStart?
  private var hasStarted = false
  /// The first rows of a table without a header, until they suffice for a guess.
  private var sample: CSVSample?

  static let isStreaming = true
  private static let startLength = 16_384

  mutating func read(_ bytes: [UInt8], into entries: inout [Entry]) {
    if !hasStarted {
      hasStarted = true
      start = CSVStart(String(decoding: bytes.prefix(Self.startLength), as: UTF8.self))
      parser = CSVParser(separator: start?.separator)
    }
    for record in parser.read(bytes) { read(record, into: &entries) }
  }

  mutating func finish(into entries: inout [Entry]) throws(MalformedContent) {
    let last = parser.finish().last
    if let last, !last.isBroken { read(last, into: &entries) }
    // The open field may have swallowed any number of links.
    endSample(into: &entries)
    if let last, last.isBroken {
      throw MalformedContent(
        reason: localized("the quotation mark in line \(last.line) is never closed"))
    }
  }

  private mutating func read(_ record: CSVParser.Record, into entries: inout [Entry]) {
    func report(_ sentence: String) {
      entries.append(.failure(BookmarkProblem(line: record.line, sentence: sentence)))
    }
    if record.isBroken {
      report(localized("A quotation mark is never closed."))
    } else if record.line <= start?.lineCount ?? 0 {
      // It's above the header.
    } else if !hasHeader {
      hasHeader = true
      columns = CSVColumns(header: record.fields)
      if columns != nil { return }
      if CSVSample.isRow(record.fields) {
        sample = CSVSample()
        sample?.add(record)
      } else {
        report(localized("The header has no address column, such as url."))
      }
    } else if sample != nil {
      sample?.add(record)
      if sample?.isEnough == true { endSample(into: &entries) }
    } else if let columns, !(columns.hasComments && CSVSample.isComment(record.fields)) {
      entries.append(columns.draft(record.fields).entry(line: record.line))
    }
  }

  private mutating func endSample(into entries: inout [Entry]) {
    guard let sample else { return }
    self.sample = nil
    columns = sample.columns
    for row in sample.rows { read(row, into: &entries) }
  }
}

/// Maps the columns of a table to fields, by the names in its first line.
struct CSVColumns {
  /// The columns of each field, the most reliable first.
  private var positions: [BookmarkField: [Int]] = [:]
  private let isPocket: Bool
  private let isOurs: Bool
  /// Whether rows that begin with `#` are comments, because the header is one.
  let hasComments: Bool

  /// Returns nil if no column holds addresses.
  init?(header: [String]) {
    hasComments = header.count > 1 && header[0].hasPrefix("# ")
    let names = header.map {
      BookmarkField.plain($0.trimmingCharacters(in: CharacterSet(charactersIn: "# \t")))
    }
    isPocket = names.contains("timeadded")
    isOurs = header == CSVEncoder.header
    for field in BookmarkField.allCases {
      positions[field] = field.names.compactMap(names.firstIndex)
    }
    if positions[.address]?.isEmpty != false { return nil }
  }

  /// The columns of a table without a header.
  init(positions: [BookmarkField: [Int]]) {
    self.positions = positions
    (isPocket, isOurs, hasComments) = (false, false, true)
  }

  /// Whether a row has an address where the header says.
  func hasAddress(_ fields: [String]) -> Bool {
    positions[.address]?.contains { fields.indices.contains($0) && WebAddress(fields[$0]) != nil }
      == true
  }

  func draft(_ fields: [String]) -> BookmarkDraft {
    func all(_ field: BookmarkField) -> [String] {
      (positions[field] ?? []).filter(fields.indices.contains).map { fields[$0] }.filter {
        !$0.isEmpty
      }
    }
    func field(_ field: BookmarkField) -> String? { all(field).first }
    let address = all(.address).first { WebAddress($0) != nil } ?? field(.address)
    var draft = BookmarkDraft(address: address ?? "", title: field(.title))
    draft.summary = field(.summary) ?? field(.description)
    draft.note = all(.note).isEmpty ? nil : all(.note).joined(separator: "\n")
    draft.tags = field(.folder).map(TagList.folders(in:)) ?? []
    draft.tags += (positions[.topic] ?? []).sorted().filter(fields.indices.contains)
      .map { fields[$0] }.filter { !$0.isEmpty }
    draft.tags += field(.tags).map(tags) ?? []
    draft.savedAt = field(.savedAt).flatMap(BookmarkDate.date)
    draft.openedAt = field(.openedAt).flatMap(BookmarkDate.date)
    return draft
  }

  private func tags(_ text: String) -> [String] {
    if isPocket { return TagList.tags(in: text, separator: "|") }
    if let tags = TagList.literals(in: text) { return tags }
    // Matter separates tags with semicolons. Tags that contain a semicolon are rarer.
    let isDivided = !isOurs && !text.contains(",") && !text.contains("\"") && text.contains(";")
    return isDivided ? TagList.tags(in: text, separator: ";") : TagList.tags(in: text)
  }
}

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
    var parser = CSVParser(separator: separator)
    return parser.read(Array("\(line)\n".utf8)).first?.fields ?? []
  }
}

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
    var parser = CSVParser()
    let sample = isWhole || lines.count == 1 ? lines[...] : lines.dropLast()
    let rows = parser.read(Array((sample.joined(separator: "\n") + "\n").utf8)).map(\.fields)
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
