import CLibXML2

/// Wraps libxml2's streaming parsers of HTML and XML, which take bytes in pieces, build no tree,
/// and report events.
package final class MarkupParser {
  package enum Language {
    /// Forgives errors as browsers do. Takes UTF-8.
    case html
    /// Strict: ``MarkupParser/errorLine`` reports errors. Takes the encoding that the file
    /// declares. Doesn't expand entities that the file declares.
    case xml
  }

  private let language: Language
  private let context: htmlParserCtxtPtr?
  /// Kept alive here, because libxml2 holds it unretained.
  private let bridge: Bridge
  private var tags = TagBuffer()

  private let depthLimit: Int

  /// - Parameter depthLimit: how many HTML elements may be open at a time. Elements beyond it are
  ///   skipped, because libxml2 searches all open elements for the one that an end tag closes. That
  ///   takes long if a hostile page opens a million.
  package init(_ language: Language, events: any MarkupEvents, depthLimit: Int = 512) {
    self.depthLimit = depthLimit
    self.language = language
    bridge = Bridge(events: events)
    var handler = htmlSAXHandler()
    handler.startElement = { bridge, name, list in
      Bridge.at(bridge) { $0.start(name, attributes: list) }
    }
    handler.endElement = { bridge, name in Bridge.at(bridge) { $0.end(name) } }
    handler.characters = { bridge, start, length in
      Bridge.at(bridge) { $0.text(start, length: length) }
    }
    handler.ignorableWhitespace = { bridge, start, length in
      Bridge.at(bridge) { $0.text(start, length: length) }
    }
    // Scripts, styles and CDATA. Without a callback of their own they'd arrive as text.
    handler.cdataBlock = { bridge, start, length in
      Bridge.at(bridge) { $0.rawText(start, length: length) }
    }
    let receiver = Unmanaged.passUnretained(bridge).toOpaque()
    switch language {
    case .html:
      context = htmlCreatePushParserCtxt(&handler, receiver, nil, 0, nil, XML_CHAR_ENCODING_UTF8)
      // Ignores the charset that the page declares, because the decoder has converted everything to
      // UTF-8.
      let options =
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_IGNORE_ENC.rawValue | HTML_PARSE_NOERROR.rawValue
        | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue
      htmlCtxtUseOptions(context, Int32(bitPattern: options))
    case .xml:
      context = xmlCreatePushParserCtxt(&handler, receiver, nil, 0, nil)
      // Without NOENT, every `&` in an attribute arrives as `&#38;`, as tree builders need it.
      // Entities that a file declares stay unknown, because no handler stores them.
      let options =
        XML_PARSE_RECOVER.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_NOERROR.rawValue
        | XML_PARSE_NOWARNING.rawValue
        | XML_PARSE_NONET.rawValue
      xmlCtxtUseOptions(context, Int32(bitPattern: options))
    }
  }

  deinit { xmlFreeParserCtxt(context) }

  /// Parses the next piece.
  package func parse(_ bytes: [UInt8]) {
    switch language {
    case .html:
      var rest = bytes[...]
      while !rest.isEmpty {
        tags.isDeep = Int(context?.pointee.nameNr ?? 0) > depthLimit
        tags.take(rest.prefix(4_096), parse: parseChunk)
        rest = rest.dropFirst(4_096)
      }
    case .xml: parseChunk(bytes[...])
    }
  }

  /// Ends the document, and reports what was still open.
  package func finish() {
    tags.end(parse: parseChunk)
    parseChunk(nil, 0, isLast: 1)
  }

  private func parseChunk(_ bytes: ArraySlice<UInt8>) {
    guard !bytes.isEmpty else { return }
    bytes.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      parseChunk(start, Int32(clamping: bytes.count), isLast: 0)
    }
  }

  /// Whether an HTML tag has begun but not ended.
  package var isInTag: Bool { tags.isInTag }

  /// The line the parser is in, from 1. During an event, the line where its markup ends.
  package var line: Int {
    guard let input = context?.pointee.input else { return 1 }
    return Int(input.pointee.line)
  }

  /// The line of the last XML error; nil while the file is well-formed. HTML errors don't count.
  package var errorLine: Int? {
    guard language == .xml, let context, context.pointee.wellFormed == 0 else { return nil }
    return Int(context.pointee.lastError.line)
  }

  private func parseChunk(_ start: UnsafePointer<CChar>?, _ length: Int32, isLast: Int32) {
    switch language {
    case .html:
      // Resets the position up to which libxml2 has searched for the end of a tag. Between pieces,
      // libxml2 2.9 keeps the position but forgets whether it was inside quotes. It then takes
      // closing quotes for opening ones, and reports nothing more until the end.
      context?.pointee.checkIndex = 0
      htmlParseChunk(context, start, length, isLast)
    case .xml: xmlParseChunk(context, start, length, isLast)
    }
  }

  /// Forwards events from C callbacks, which can't capture anything.
  private final class Bridge {
    let events: any MarkupEvents

    init(events: any MarkupEvents) { self.events = events }

    static func at(_ pointer: UnsafeMutableRawPointer?, report: (Bridge) -> Void) {
      guard let pointer else { return }
      Unmanaged<Bridge>.fromOpaque(pointer)._withUnsafeGuaranteedRef(report)
    }

    func start(
      _ name: UnsafePointer<xmlChar>?,
      attributes list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
      guard let name else { return }
      events.elementStarted(MarkupName(start: name), attributes: MarkupAttributes(list: list))
    }

    func end(_ name: UnsafePointer<xmlChar>?) {
      guard let name else { return }
      events.elementEnded(MarkupName(start: name))
    }

    func text(_ start: UnsafePointer<xmlChar>?, length: Int32) {
      guard events.wantsText, let start else { return }
      events.textRead(Self.string(start, length))
    }

    func rawText(_ start: UnsafePointer<xmlChar>?, length: Int32) {
      guard events.wantsRawText, let start else { return }
      events.rawTextRead(Self.string(start, length))
    }

    private static func string(_ start: UnsafePointer<xmlChar>, _ length: Int32) -> String {
      String(decoding: UnsafeBufferPointer(start: start, count: Int(length)), as: UTF8.self)
    }
  }
}
