/// Reads bookmark tables whose first line names the columns.
struct CSVReader: EntryReader {
  private var parser = CSVParser()
  private var columns: CSVColumns?
  private var hasHeader = false

  mutating func read(_ bytes: [UInt8], into entries: inout [Entry]) {
    // Uses a copy, because the parser can't be changed while one of its methods is running.
    var parser = parser
    self.parser = CSVParser()
    parser.read(bytes) { read($0, into: &entries) }
    self.parser = parser
  }

  mutating func finish(into entries: inout [Entry]) throws(BrokenContent) {
    var parser = parser
    var openLine: Int?
    parser.finish { record in
      if record.isBroken { openLine = record.line } else { read(record, into: &entries) }
    }
    // The open field may have swallowed any number of links.
    if let openLine {
      throw BrokenContent(reason: "the quotation mark in line \(openLine) is never closed")
    }
  }

  private mutating func read(_ record: CSVParser.Record, into entries: inout [Entry]) {
    func report(_ sentence: String) {
      entries.append(.failure(BookmarkProblem(line: record.line, sentence: sentence)))
    }
    if record.isBroken {
      report("A quotation mark is never closed.")
    } else if !hasHeader {
      hasHeader = true
      columns = CSVColumns(header: record.fields)
      if columns == nil { report("The first line names no column of addresses, such as url.") }
    } else if let columns {
      entries.append(columns.draft(record.fields).entry(line: record.line))
    }
  }
}
