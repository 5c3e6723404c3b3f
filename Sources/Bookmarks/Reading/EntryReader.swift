import Markup

/// Finds the bookmarks in a file of one format, whose bytes come in pieces.
protocol EntryReader {
  typealias Entry = Result<Bookmark, BookmarkProblem>

  /// Reads the next bytes, and adds the entries that ended in them.
  mutating func read(_ bytes: [UInt8], into entries: inout [Entry]) throws(BrokenContent)
  /// Adds what was still open when the file ended.
  mutating func finish(into entries: inout [Entry]) throws(BrokenContent)
}

/// Why a file is not to be taken in at all: not all of it is there, or what is there can't be told.
struct BrokenContent: Error {
  /// Comes after `FILE is no valid … file:`.
  let reason: String

  static let tooLarge = BrokenContent(
    reason: "it is larger than \(WholeReader.sizeLimit >> 20) MB")
}

/// Keeps a file of a format that is understood as a whole.
struct WholeReader: EntryReader {
  let entries: ([UInt8]) throws(BrokenContent) -> [Entry]
  private var bytes: [UInt8] = []

  /// In bytes: a quarter of a million bookmarks of Chrome.
  static let sizeLimit = 128 << 20

  init(_ entries: @escaping ([UInt8]) throws(BrokenContent) -> [Entry]) { self.entries = entries }

  mutating func read(_ bytes: [UInt8], into entries: inout [Entry]) throws(BrokenContent) {
    self.bytes += bytes
    guard self.bytes.count <= Self.sizeLimit else { throw .tooLarge }
  }

  func finish(into entries: inout [Entry]) throws(BrokenContent) {
    entries += try self.entries(bytes)
  }
}

/// The pieces of a file on their way to the reader of its format, most of them as UTF-8.
struct FilePieces {
  private var reader: any EntryReader
  private let decoder: StreamingDecoder?

  /// - Parameter start: the first piece. Nothing of Firefox's database is read here.
  init(format: BookmarkFormat, start: [UInt8]) {
    let told = EncodingSniffer.encoding(of: start, transportLabel: nil)
    func lines(_ lines: some LineFormat) -> any EntryReader { LineReader(lines: lines) }
    reader =
      switch format {
      case .netscape, .firefox: NetscapeReader()
      case .csv: CSVReader()
      case .text: lines(TextLines())
      case .org: lines(OrgLines())
      case .opera: lines(OperaLines())
      case .newsboat: lines(NewsboatLines())
      case .json: JSONObjectReader()
      case .jsonLines: lines(JSONLines())
      case .markdown: WholeReader(MarkdownFile.entries)
      case .chrome: WholeReader(ChromeFile.entries)
      case .safari: WholeReader(SafariFile.entries)
      case .opml: WholeReader(OPMLFile.entries)
      case .xbel: WholeReader(XBELFile.entries)
      case .firefoxBackup:
        WholeReader { bytes throws(BrokenContent) in
          var reader = JSONObjectReader()
          var entries: [EntryReader.Entry] = []
          try reader.read(MozillaLZ4.decompressed(bytes), into: &entries)
          try reader.finish(into: &entries)
          return entries
        }
      }
    decoder =
      switch format {
      // XML and property lists tell their encoding to their parsers.
      case .opml, .xbel, .safari, .firefoxBackup: nil
      // RFC 8259 allows no other, unless a mark says so.
      case .json, .jsonLines, .chrome: StreamingDecoder(encoding: told ?? .utf8)
      default: StreamingDecoder(encoding: told)
      }
  }

  mutating func read(
    _ piece: [UInt8], into entries: inout [EntryReader.Entry]
  ) throws(BrokenContent) {
    try reader.read(decoder?.decode(piece) ?? piece, into: &entries)
  }

  mutating func finish(into entries: inout [EntryReader.Entry]) throws(BrokenContent) {
    if let rest = decoder?.decode([], atEnd: true), !rest.isEmpty {
      try reader.read(rest, into: &entries)
    }
    try reader.finish(into: &entries)
  }
}
