import CExpat

/// Wraps expat, which parses XML in pieces and reports events. Stops at the first error.
///
/// Entities that a file declares are never expanded: their declaration is an error.
package final class XMLPushParser {
  /// The line of the error; nil while the file is well-formed.
  package private(set) var errorLine: Int?

  /// Kept alive here, because expat's reference to it is unretained.
  private let bridge: Bridge
  private var parser: OpaquePointer?
  /// Converts encodings other than UTF-8.
  private var decoder: StreamingDecoder?
  /// Bytes buffered until the encoding is known.
  private var start: [UInt8] = []

  package init(events: any XMLEvents) { bridge = Bridge(events: events) }

  deinit { XML_ParserFree(parser) }

  /// Parses the next piece, in the encoding that the file declares.
  package func parse(_ bytes: [UInt8]) {
    if parser != nil { return decode(bytes, isLast: false) }
    start += bytes
    if start.count >= EncodingSniffer.prescanLength { begin() }
  }

  /// Ends the document, which is an error if an element is open.
  package func finish() {
    begin()
    decode([], isLast: true)
  }

  /// Parses the buffered bytes, if that hasn't happened yet.
  package func begin() {
    guard parser == nil else { return }
    let encoding = EncodingSniffer.encoding(of: start, transportLabel: nil) ?? .utf8
    if encoding == .utf8 {
      // expat itself detects UTF-16 without a byte order mark.
      parser = XML_ParserCreate(start.prefix(2).contains(0) ? nil : "UTF-8")
    } else {
      decoder = StreamingDecoder(encoding: encoding)
      parser = XML_ParserCreate("UTF-8")
    }
    bridge.install(in: parser)
    decode(start, isLast: false)
    start = []
  }

  private func decode(_ bytes: [UInt8], isLast: Bool) {
    guard let decoder else { return parse(bytes, isLast: isLast) }
    parse(decoder.decode(bytes, atEnd: isLast), isLast: isLast)
  }

  private func parse(_ bytes: [UInt8], isLast: Bool) {
    guard errorLine == nil, isLast || !bytes.isEmpty else { return }
    let status = bytes.withUnsafeBytes { bytes in
      XML_Parse(
        parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
        Int32(clamping: bytes.count),
        isLast ? 1 : 0)
    }
    if status != XML_STATUS_OK { errorLine = Int(XML_GetCurrentLineNumber(parser)) }
  }
}

/// Forwards events from C callbacks, which can't capture anything.
private final class Bridge {
  let events: any XMLEvents
  private var parser: OpaquePointer?
  private var bytes: [UInt8] = []
  private var ranges: [AttributeRange] = []

  init(events: any XMLEvents) { self.events = events }

  func install(in parser: OpaquePointer?) {
    self.parser = parser
    XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
    XML_SetElementHandler(
      parser,
      { bridge, name, list in Bridge.at(bridge) { $0.start(name, list) } },
      { bridge, name in Bridge.at(bridge) { $0.end(name) } })
    XML_SetCharacterDataHandler(
      parser, { bridge, text, length in Bridge.at(bridge) { $0.text(text, length) } })
    XML_SetEntityDeclHandler(
      parser, { bridge, _, _, _, _, _, _, _, _ in Bridge.at(bridge) { $0.stop() } })
    // Entities that only an external DTD declares are an error.
    XML_SetSkippedEntityHandler(parser, { bridge, _, _ in Bridge.at(bridge) { $0.stop() } })
  }

  private static func at(_ pointer: UnsafeMutableRawPointer?, report: (Bridge) -> Void) {
    guard let pointer else { return }
    Unmanaged<Bridge>.fromOpaque(pointer)._withUnsafeGuaranteedRef(report)
  }

  private func start(
    _ name: UnsafePointer<CChar>?, _ list: UnsafeMutablePointer<UnsafePointer<CChar>?>?
  ) {
    guard let name else { return }
    bytes.removeAll(keepingCapacity: true)
    ranges.removeAll(keepingCapacity: true)
    var filter = AttributeFilter()
    var next = list
    while let pair = next, let key = pair[0], let value = pair[1] {
      var range = AttributeRange()
      range.nameStart = bytes.count
      append(key)
      range.nameEnd = bytes.count
      range.valueStart = bytes.count
      append(value)
      range.valueEnd = bytes.count
      filter.insert(
        first: UInt8(bitPattern: key[0]), length: range.nameEnd - range.nameStart)
      ranges.append(range)
      next = pair + 2
    }
    bytes.append(0)
    let line = Int(XML_GetCurrentLineNumber(parser))
    bytes.withUnsafeBufferPointer { bytes in
      ranges.withUnsafeBufferPointer { ranges in
        guard let start = bytes.baseAddress else { return }
        events.elementStarted(
          String(cString: name),
          attributes: Attributes(start: start, ranges: ranges, filter: filter, content: .xml),
          line: line)
      }
    }
  }

  private func append(_ text: UnsafePointer<CChar>) {
    var text = text
    while text.pointee != 0 {
      bytes.append(UInt8(bitPattern: text.pointee))
      text += 1
    }
  }

  private func end(_ name: UnsafePointer<CChar>?) {
    if let name { events.elementEnded(String(cString: name)) }
  }

  private func text(_ start: UnsafePointer<CChar>?, _ length: Int32) {
    guard events.wantsText, let start else { return }
    let bytes = UnsafeRawBufferPointer(start: start, count: Int(length))
    events.textRead(String(decoding: bytes, as: UTF8.self))
  }

  private func stop() { XML_StopParser(parser, 0) }
}

/// Receives the events of an ``XMLPushParser`` or a ``LenientXMLParser`` in document order.
package protocol XMLEvents: AnyObject {
  /// - Parameters:
  ///   - name: the name as the file spells it, with its prefix.
  ///   - attributes: valid only during the call.
  ///   - line: the line in which the tag begins or ends, from 1.
  func elementStarted(_ name: String, attributes: Attributes, line: Int)
  func elementEnded(_ name: String)
  /// Receives text in pieces of any length, including the text of CDATA sections.
  func textRead(_ text: String)
  /// Whether the following text is wanted. The parsers create no strings for other text.
  var wantsText: Bool { get }
}
