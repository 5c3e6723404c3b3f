import LinkPreview

/// Finds the bookmarks in a file of one format, whose bytes come in pieces.
protocol EntryReader {
  typealias Entry = Result<Bookmark, BookmarkProblem>

  /// Reads the next bytes, and adds the entries that ended in them.
  mutating func read(_ bytes: [UInt8], into entries: inout [Entry])
  /// Adds what was still open when the file ended.
  mutating func finish(into entries: inout [Entry])
}

/// The pieces of a file on their way to the reader of its format, as UTF-8.
struct TextPieces {
  private var reader: any EntryReader
  private let decoder: StreamingDecoder?

  init(format: BookmarkFormat, start: [UInt8]) {
    let told = EncodingSniffer.encoding(of: start, transportLabel: nil)
    switch format {
    case .json, .jsonLines:
      // RFC 8259 allows no other, unless a mark says so.
      decoder = StreamingDecoder(encoding: told ?? .utf8)
      reader = format == .json ? JSONObjectReader() : LineReader(lines: JSONLines())
    case .csv: (reader, decoder) = (CSVReader(), StreamingDecoder(encoding: told))
    case .markdown:
      (reader, decoder) = (LineReader(lines: MarkdownLines()), StreamingDecoder(encoding: told))
    case .text:
      (reader, decoder) = (LineReader(lines: TextLines()), StreamingDecoder(encoding: told))
    // XML tells its encoding to its parser.
    case .opml: (reader, decoder) = (OPMLReader(), nil)
    case .netscape, .firefox, .chrome:
      (reader, decoder) = (NetscapeReader(), StreamingDecoder(encoding: told))
    }
  }

  mutating func read(_ piece: [UInt8], into entries: inout [EntryReader.Entry]) {
    reader.read(decoder?.decode(piece) ?? piece, into: &entries)
  }

  mutating func finish(into entries: inout [EntryReader.Entry]) {
    if let rest = decoder?.decode([], atEnd: true), !rest.isEmpty {
      reader.read(rest, into: &entries)
    }
    reader.finish(into: &entries)
  }
}
