import Localization
import Markup

/// Reads an XML file as a whole.
enum MarkupFile {
  /// Returns the events, after they've received the whole file.
  ///
  /// Some programs write invalid XML: with HTML entities, or with one document after another. Such
  /// files are parsed leniently. Rejects a file that ends inside its root element, because it's
  /// incomplete.
  static func read<Events: XMLEvents>(
    _ bytes: [UInt8], _ makeEvents: () -> Events
  ) throws(MalformedContent) -> Events {
    let strict = makeEvents()
    if try readStrictly(bytes, strict) { return strict }
    let lenient = makeEvents()
    let root = RootElement(events: lenient)
    let encoding = EncodingSniffer.encoding(of: bytes, transportLabel: nil)
    let parser = LenientXMLParser(events: root)
    parser.parse(StreamingDecoder(encoding: encoding).decode(bytes, atEnd: true))
    try root.checkEnd()
    parser.finish()
    return lenient
  }

  /// Parses a well-formed file.
  /// - Returns: whether there was no error.
  static func readStrictly(
    _ bytes: [UInt8], _ events: any XMLEvents
  ) throws(MalformedContent) -> Bool {
    let root = RootElement(events: events)
    let parser = XMLPushParser(events: root)
    // Passes the file in pieces, because the parser moves its unread bytes at each step.
    var rest = bytes[...]
    while !rest.isEmpty, parser.errorLine == nil {
      parser.parse(Array(rest.prefix(ByteSource.pieceLength)))
      rest = rest.dropFirst(ByteSource.pieceLength)
    }
    parser.begin()
    guard parser.errorLine == nil else { return false }
    try root.checkEnd()
    parser.finish()
    return parser.errorLine == nil
  }
}

/// Passes events on, and tracks whether the root element is open.
private final class RootElement: XMLEvents {
  private let events: any XMLEvents
  private var name: String?
  /// The line of the root element, until the element ends.
  private var openSince: Int?

  init(events: any XMLEvents) { self.events = events }

  /// Throws if the root element is open.
  func checkEnd() throws(MalformedContent) {
    guard let openSince else { return }
    throw MalformedContent(
      reason: localized(
        "it ends before the element that began in line \(openSince) does; its end is missing"))
  }

  var wantsText: Bool { events.wantsText }

  func elementStarted(_ name: String, attributes: Attributes, line: Int) {
    if openSince == nil { (self.name, openSince) = (name, line) }
    events.elementStarted(name, attributes: attributes, line: line)
  }

  func elementEnded(_ name: String) {
    if name == self.name { openSince = nil }
    events.elementEnded(name)
  }

  func textRead(_ text: String) { events.textRead(text) }
}
