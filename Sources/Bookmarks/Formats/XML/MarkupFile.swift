import Markup

/// Reads an XML file as a whole.
enum MarkupFile {
  /// Returns the entries that the events find. Throws as ``read(_:_:)``.
  static func entries(
    in bytes: [UInt8], _ makeEvents: () -> MarkupFileEvents
  ) throws(MalformedContent) -> [EntryReader.Entry] {
    try read(bytes, makeEvents).entries
  }

  /// Returns the events, after they've received the whole file.
  ///
  /// Some programs write invalid XML: with HTML entities, or with one document after another. Such
  /// files are parsed leniently. Refuses a file that ends before its outermost element does,
  /// because its end is missing.
  static func read<Events: MarkupFileEvents>(
    _ bytes: [UInt8], _ makeEvents: () -> Events
  ) throws(MalformedContent) -> Events {
    let strict = makeEvents()
    if try readStrictly(bytes, strict) { return strict }
    let lenient = makeEvents()
    let encoding = EncodingSniffer.encoding(of: bytes, transportLabel: nil)
    let parser = LenientXMLParser(events: lenient)
    parser.parse(StreamingDecoder(encoding: encoding).decode(bytes, atEnd: true))
    try lenient.checkEnd()
    parser.finish()
    return lenient
  }

  /// Parses a well-formed file.
  /// - Returns: whether there was no error.
  static func readStrictly(
    _ bytes: [UInt8], _ events: MarkupFileEvents
  ) throws(MalformedContent) -> Bool {
    let parser = XMLPushParser(events: events)
    // In pieces, because the parser moves its unread bytes at each step.
    var rest = bytes[...]
    while !rest.isEmpty, parser.errorLine == nil {
      parser.parse(Array(rest.prefix(ByteSource.pieceLength)))
      rest = rest.dropFirst(ByteSource.pieceLength)
    }
    parser.begin()
    guard parser.errorLine == nil else { return false }
    try events.checkEnd()
    parser.finish()
    return parser.errorLine == nil
  }
}

/// Collects entries, and tracks whether the outermost element is open.
class MarkupFileEvents: XMLEvents {
  final var entries: [EntryReader.Entry] = []
  var wantsText: Bool { false }
  /// The line of the outermost element, until that ends.
  private final var openSince: Int?
  private final var root: String?

  /// Throws if the outermost element is open.
  final func checkEnd() throws(MalformedContent) {
    guard let openSince else { return }
    throw MalformedContent(
      reason: "it ends before the element that began in line \(openSince) does; its end is missing")
  }

  func elementStarted(_ name: String, attributes: Attributes, line: Int) {
    guard openSince == nil else { return }
    root = name
    openSince = line
  }

  func elementEnded(_ name: String) {
    if openSince != nil, name == root { openSince = nil }
  }

  func textRead(_ text: String) {}
}
