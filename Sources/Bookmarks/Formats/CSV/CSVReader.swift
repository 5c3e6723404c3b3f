import Localization
import Foundation
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
    // Uses a copy, because the parser can't be changed while one of its methods is running.
    var parser = parser
    self.parser = CSVParser()
    parser.read(bytes) { read($0, into: &entries) }
    self.parser = parser
  }

  mutating func finish(into entries: inout [Entry]) throws(MalformedContent) {
    var parser = parser
    var openLine: Int?
    parser.finish { record in
      if record.isBroken { openLine = record.line } else { read(record, into: &entries) }
    }
    // The open field may have swallowed any number of links.
    endSample(into: &entries)
    if let openLine {
      throw MalformedContent(
        reason: localized("the quotation mark in line \(openLine) is never closed"))
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
