/// Splits a table into records (RFC 4180). A field in quotation marks may contain commas, line
/// breaks and doubled quotation marks. Inside any other field, a quotation mark is an ordinary
/// character. The separator is a semicolon or a tab if the first line has more of these than
/// commas, as in spreadsheets of many countries.
struct CSVParser {
  struct Record {
    var fields: [String] = []
    /// The line where the record begins, from 1.
    var line: Int
    /// Whether a quotation mark isn't closed, or the record is longer than
    /// ``CSVParser/recordLimit``.
    var isBroken = false
  }

  private enum State { case fieldStart, plain, quoted, quoteInQuoted, skipping }

  /// The separator; nil until the first line has been read.
  private var separator: UInt8?
  private var state = State.fieldStart
  private var field: [UInt8] = []
  private var length = 0
  private var record = Record(line: 1)
  private var records: [Record] = []
  private var line = 1
  private var isAfterCR = false

  /// - Parameter separator: nil to detect it in the first line.
  init(separator: UInt8? = nil) { self.separator = separator }

  /// The maximum length of a record in bytes, so that an unclosed quotation mark can't fill the
  /// memory.
  static let recordLimit = 4 << 20

  /// Returns the records that end in the next bytes.
  mutating func read(_ bytes: [UInt8]) -> [Record] {
    let separator = separator ?? Self.separator(in: bytes.prefix { $0 != 0x0A && $0 != 0x0D })
    self.separator = separator
    for byte in bytes {
      if byte == UInt8(ascii: "\n") { line += 1 }
      length += 1
      defer { isAfterCR = byte == UInt8(ascii: "\r") }
      switch (state, byte) {
      case (.fieldStart, UInt8(ascii: "\"")): state = .quoted
      case (.quoted, UInt8(ascii: "\"")): state = .quoteInQuoted
      case (.quoteInQuoted, UInt8(ascii: "\"")):
        field.append(byte)
        state = .quoted
      case (.quoted, _):
        field.append(byte)
        if length > Self.recordLimit { breakRecord() }
      case (.fieldStart, UInt8(ascii: "\n")) where isAfterCR: startRecord()
      case (_, UInt8(ascii: "\n")), (_, UInt8(ascii: "\r")): endRecord()
      case (.skipping, _): break
      case (_, separator):
        endField()
        if length > Self.recordLimit { breakRecord() }
      default:
        field.append(byte)
        if length > Self.recordLimit { breakRecord() }
        if state != .skipping { state = .plain }
      }
    }
    return takeRecords()
  }

  private static func separator(in header: ArraySlice<UInt8>) -> UInt8 {
    func count(_ byte: UInt8) -> Int { header.count { $0 == byte } }
    return [",", ";", "\t"].map { UInt8(ascii: $0) }.enumerated()
      .max { (count($0.element), -$0.offset) < (count($1.element), -$1.offset) }?.element
      ?? UInt8(ascii: ",")
  }

  /// Returns the last record if no line break follows it.
  mutating func finish() -> [Record] {
    if state == .quoted { breakRecord() } else { endRecord() }
    return takeRecords()
  }

  private mutating func takeRecords() -> [Record] {
    defer { records = [] }
    return records
  }

  private mutating func endField() {
    // No table of links has more columns.
    if record.fields.count < 1_000 { record.fields.append(String(decoding: field, as: UTF8.self)) }
    field.removeAll(keepingCapacity: true)
    state = .fieldStart
  }

  private mutating func endRecord() {
    if state != .skipping {
      endField()
      if record.fields != [""] { records.append(record) }
    }
    startRecord()
    state = .fieldStart
  }

  private mutating func breakRecord() {
    record.isBroken = true
    records.append(record)
    startRecord()
    state = .skipping
  }

  private mutating func startRecord() {
    record = Record(line: line)
    field.removeAll(keepingCapacity: true)
    length = 0
  }
}
