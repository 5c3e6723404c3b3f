import Markup

/// A file of XML that is read as a whole.
enum MarkupFile {
  /// The entries that the events found.
  ///
  /// Programs write files that are no XML: with entities of HTML, or one document behind another. These
  /// are read as HTML is, which forgives that. A file that ends before its outermost element does lost its
  /// end, and is not read at all.
  static func entries(
    in bytes: [UInt8], _ makeEvents: () -> MarkupFileEvents
  ) throws(BrokenContent) -> [EntryReader.Entry] {
    let strict = makeEvents()
    if try read(bytes, .xml, strict) { return strict.entries }
    let lenient = makeEvents()
    let encoding = EncodingSniffer.encoding(of: bytes, transportLabel: nil)
    let text = StreamingDecoder(encoding: encoding).decode(bytes, atEnd: true)
    _ = try read(text, .html, lenient)
    return lenient.entries
  }

  /// - Returns: whether there was no error.
  static func read(
    _ bytes: [UInt8], _ language: MarkupParser.Language, _ events: MarkupFileEvents
  ) throws(BrokenContent) -> Bool {
    let parser = MarkupParser(language, events: events, depthLimit: .max)
    events.parser = parser
    // Pieces, for the parser moves what it has not read at each step.
    var rest = bytes[...]
    while !rest.isEmpty {
      parser.parse(Array(rest.prefix(ByteSource.pieceLength)))
      rest = rest.dropFirst(ByteSource.pieceLength)
    }
    if let line = events.openSince {
      // Only a file without other errors has all of its ends.
      if language == .html || parser.errorLine == nil {
        throw BrokenContent(
          reason: "it ends before the element that began in line \(line) does; its end is missing")
      }
    }
    parser.finish()
    return parser.errorLine == nil
  }
}

/// Collects entries, and knows whether the outermost element is open.
class MarkupFileEvents: MarkupEvents {
  /// For the lines of entries.
  weak var parser: MarkupParser?
  final var entries: [EntryReader.Entry] = []
  var wantsText: Bool { false }
  /// The line of the outermost element, until it ends.
  private(set) final var openSince: Int?
  private var root: String?

  final var line: Int? { parser?.line }

  func elementStarted(_ name: MarkupName, attributes: MarkupAttributes) {
    // These are put around what is read as HTML.
    let isImplied = name == "html" || name == "body" || name == "p"
    guard openSince == nil, !isImplied else { return }
    root = name.string
    openSince = line ?? 1
  }

  func elementEnded(_ name: MarkupName) {
    if openSince != nil, name.string == root { openSince = nil }
  }

  func textRead(_ text: String) {}

  // CDATA.
  final var wantsRawText: Bool { wantsText }
  final func rawTextRead(_ text: String) { textRead(text) }
}
