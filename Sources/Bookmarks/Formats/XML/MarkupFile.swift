import Markup

/// Reads an XML file as a whole.
enum MarkupFile {
  /// Returns the entries that the events find.
  ///
  /// Some programs write invalid XML: with HTML entities, or with one document after another. Such
  /// files are parsed as HTML, which forgives that. Refuses a file that ends before its outermost
  /// element does, because its end is missing.
  static func entries(
    in bytes: [UInt8], _ makeEvents: () -> MarkupFileEvents
  ) throws(MalformedContent) -> [EntryReader.Entry] {
    let strict = makeEvents()
    if try read(bytes, .xml, strict) { return strict.entries }
    let lenient = makeEvents()
    let encoding = EncodingSniffer.encoding(of: bytes, transportLabel: nil)
    let text = StreamingDecoder(encoding: encoding).decode(bytes, atEnd: true)
    _ = try read(text, .html, lenient)
    return lenient.entries
  }

  /// Parses a file.
  /// - Returns: whether there was no error.
  static func read(
    _ bytes: [UInt8], _ language: MarkupParser.Language, _ events: MarkupFileEvents
  ) throws(MalformedContent) -> Bool {
    let parser = MarkupParser(language, events: events, depthLimit: .max)
    events.parser = parser
    // In pieces, because the parser moves its unread bytes at each step.
    var rest = bytes[...]
    while !rest.isEmpty {
      parser.parse(Array(rest.prefix(ByteSource.pieceLength)))
      rest = rest.dropFirst(ByteSource.pieceLength)
    }
    if let line = events.openSince {
      // After another error, the parser doesn't report every end.
      if language == .html || parser.errorLine == nil {
        throw MalformedContent(
          reason: "it ends before the element that began in line \(line) does; its end is missing")
      }
    }
    parser.finish()
    return parser.errorLine == nil
  }
}

/// Collects entries, and tracks whether the outermost element is open.
class MarkupFileEvents: MarkupEvents {
  /// For the line numbers of entries.
  weak var parser: MarkupParser?
  final var entries: [EntryReader.Entry] = []
  var wantsText: Bool { false }
  /// The line of the outermost element, until that ends.
  private(set) final var openSince: Int?
  private var root: String?

  final var line: Int? { parser?.line }

  func elementStarted(_ name: MarkupName, attributes: MarkupAttributes) {
    // The HTML parser puts these around the content.
    let isImplied = name == "html" || name == "body" || name == "p"
    guard openSince == nil, !isImplied else { return }
    root = name.string
    openSince = line ?? 1
  }

  func elementEnded(_ name: MarkupName) {
    if openSince != nil, name.string == root { openSince = nil }
  }

  func textRead(_ text: String) {}

  // CDATA counts as text.
  final var wantsRawText: Bool { wantsText }
  final func rawTextRead(_ text: String) { textRead(text) }
}
