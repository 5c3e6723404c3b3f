import Localization
import Markup

/// Finds the bookmarks in a file of one format, whose bytes arrive in pieces.
protocol EntryReader {
  typealias Entry = Result<Bookmark, BookmarkProblem>

  /// Reads the next bytes, and adds the entries that end in them.
  mutating func read(_ bytes: [UInt8], into entries: inout [Entry]) throws(MalformedContent)
  /// Adds entries that are still open at the end of the file.
  mutating func finish(into entries: inout [Entry]) throws(MalformedContent)
  /// The file's details beyond its entries, after reading it to its end.
  var details: FileDetails { get }
  /// Whether memory doesn't grow with the file, so that a file on disk may have any size.
  static var isStreaming: Bool { get }
}

extension EntryReader {
  var details: FileDetails { FileDetails() }
  static var isStreaming: Bool { false }
}

/// The reason to refuse a whole file: part of it is missing, or can't be understood.
struct MalformedContent: Error {
  /// The text after `FILE is no valid … file:`.
  let reason: String

  static let tooLarge = MalformedContent(
    reason: InputFileError.tooLarge(limit: WholeFileReader.sizeLimit).reason)
}

/// Collects a file whose format can only be parsed as a whole.
struct WholeFileReader: EntryReader {
  typealias Content = (entries: [Entry], details: FileDetails)

  private let content: ([UInt8]) throws(MalformedContent) -> Content
  private var bytes: [UInt8] = []
  private(set) var details = FileDetails()

  /// The maximum size in bytes, enough for 250,000 bookmarks of Chrome.
  static let sizeLimit = 128 << 20

  init(_ entries: @escaping ([UInt8]) throws(MalformedContent) -> [Entry]) {
    content = { bytes throws(MalformedContent) in (try entries(bytes), FileDetails()) }
  }

  init(content: @escaping ([UInt8]) throws(MalformedContent) -> Content) { self.content = content }

  mutating func read(_ bytes: [UInt8], into entries: inout [Entry]) throws(MalformedContent) {
    self.bytes += bytes
    guard self.bytes.count <= Self.sizeLimit else { throw .tooLarge }
  }

  mutating func finish(into entries: inout [Entry]) throws(MalformedContent) {
    let content = try content(bytes)
    entries += content.entries
    details = content.details
  }
}

/// Passes the pieces of a file to the reader of its format, most of them decoded to UTF-8.
struct DecodingReader {
  private var reader: any EntryReader
  var details: FileDetails { reader.details }
  private let decoder: StreamingDecoder?
  /// Bytes that come before the first piece.
  private var start: [UInt8] = []

  /// - Parameters:
  ///   - start: the first piece, which shows the encoding.
  ///   - charset: the label of the encoding, if the file came with one.
  init(
    _ reader: any EntryReader, of format: BookmarkFormat, start: [UInt8], charset: String? = nil
  ) {
    self.reader = reader
    let detected = EncodingSniffer.encoding(of: start, transportLabel: charset)
    decoder =
      switch format.textDecoding {
      case .byReader: Self.isMarkup(start, charset) ? StreamingDecoder(encoding: detected) : nil
      case .utf8: StreamingDecoder(encoding: detected ?? .utf8)
      case .detected: StreamingDecoder(encoding: detected)
      }
    // The reader then takes the bytes for UTF-8, whatever their declaration says.
    if case .byReader = format.textDecoding, decoder != nil { self.start = [0xEF, 0xBB, 0xBF] }
  }

  /// Whether a file is XML whose encoding is known before its declaration is read (RFC 7303, section
  /// 3). JSON feeds and binary files ignore the charset that they came with.
  private static func isMarkup(_ start: [UInt8], _ charset: String?) -> Bool {
    guard let encoding = EncodingSniffer.transportEncoding(of: start, label: charset) else {
      return false
    }
    let text = StreamingDecoder(encoding: encoding).decode(start.prefix(1_024))
    return text.first { $0 > 0x20 } == UInt8(ascii: "<")
  }

  mutating func read(
    _ piece: [UInt8], into entries: inout [EntryReader.Entry]
  ) throws(MalformedContent) {
    let decoded = decoder?.decode(piece) ?? piece
    try reader.read(start.isEmpty ? decoded : start + decoded, into: &entries)
    start = []
  }

  mutating func finish(into entries: inout [EntryReader.Entry]) throws(MalformedContent) {
    if let tail = decoder?.decode([], atEnd: true), !tail.isEmpty {
      try reader.read(tail, into: &entries)
    }
    try reader.finish(into: &entries)
  }
}

/// Finds the bookmarks in the lines of a file.
protocol LineFormat {
  /// - Parameter number: the number of the line, from 1.
  mutating func read(
    _ line: ArraySlice<UInt8>, number: Int, into entries: inout [EntryReader.Entry])
  /// Adds entries that are still open after the last line.
  /// - Parameter isWhole: whether the last line ended in a line break.
  mutating func finish(
    isWhole: Bool, into entries: inout [EntryReader.Entry]
  ) throws(MalformedContent)
}

extension LineFormat {
  func finish(isWhole: Bool, into entries: inout [EntryReader.Entry]) {}
}

/// Splits pieces into lines, which end in LF, CR LF or CR.
struct LineReader<Lines: LineFormat>: EntryReader {
  private var lines: Lines
  /// The beginning of a line whose end hasn't arrived yet.
  private var open: [UInt8] = []
  private var isTooLong = false
  private var number = 1
  /// Whether a line has just ended in CR, so that a following LF belongs to the same line break.
  private var isAfterCR = false
  /// The maximum length of a line in bytes. No bookmark needs more, and memory is limited.
  private static var lineLimit: Int { 4 << 20 }

  init(lines: Lines) { self.lines = lines }

  static var isStreaming: Bool { true }

  mutating func read(_ bytes: [UInt8], into entries: inout [Entry]) {
    var start = bytes.startIndex
    let (lf, cr) = (UInt8(ascii: "\n"), UInt8(ascii: "\r"))
    if isAfterCR, bytes.first == lf { start += 1 }
    if !bytes.isEmpty { isAfterCR = false }
    while let end = bytes[start...].firstIndex(where: { $0 == lf || $0 == cr }) {
      keep(bytes[start..<end])
      endLine(into: &entries)
      start = end + 1
      guard bytes[end] == cr else { continue }
      if start < bytes.endIndex { start += bytes[start] == lf ? 1 : 0 } else { isAfterCR = true }
    }
    keep(bytes[start...])
  }

  mutating func finish(into entries: inout [Entry]) throws(MalformedContent) {
    let isWhole = open.isEmpty && !isTooLong
    endLine(into: &entries)
    try lines.finish(isWhole: isWhole, into: &entries)
  }

  private mutating func keep(_ bytes: ArraySlice<UInt8>) {
    if open.count + bytes.count > Self.lineLimit { isTooLong = true }
    if isTooLong { open.removeAll() } else { open.append(contentsOf: bytes) }
  }

  private mutating func endLine(into entries: inout [Entry]) {
    if isTooLong {
      entries.append(
        .failure(
          BookmarkProblem(
            line: number,
            sentence: localized("The line is longer than \(Self.lineLimit >> 20) MB."),
            kind: .tooLong)))
    } else {
      if !open.isEmpty { lines.read(open[...], number: number, into: &entries) }
    }
    open.removeAll(keepingCapacity: !isTooLong)
    isTooLong = false
    number += 1
  }
}
