import CLibXML2

/// libxml2's streaming parsers of HTML and XML: take bytes in pieces, build no tree, report events.
package final class MarkupParser {
  package enum Language {
    /// As browsers forgive it. Takes UTF-8.
    case html
    /// Errors end it. Takes what its declaration says. Entities of its own are not expanded.
    case xml
  }

  private let language: Language
  private let context: htmlParserCtxtPtr?
  /// Kept alive here because libxml2 holds it unretained.
  private let bridge: Bridge
  private var tags = TagBuffer()

  private let depthLimit: Int

  /// - Parameter depthLimit: elements of HTML open at a time, beyond which others are passed over:
  ///   libxml2 looks for the element of an end tag among all that are open, which takes long where a
  ///   stranger opened a million.
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
    // Scripts, styles and CDATA; without a callback of their own they would come as text.
    handler.cdataBlock = { bridge, start, length in
      Bridge.at(bridge) { $0.rawText(start, length: length) }
    }
    let receiver = Unmanaged.passUnretained(bridge).toOpaque()
    switch language {
    case .html:
      context = htmlCreatePushParserCtxt(&handler, receiver, nil, 0, nil, XML_CHAR_ENCODING_UTF8)
      // The decoder has made UTF-8 of everything, so what the page says of its charset is void here.
      let options =
        HTML_PARSE_RECOVER.rawValue | HTML_PARSE_IGNORE_ENC.rawValue | HTML_PARSE_NOERROR.rawValue
        | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue
      htmlCtxtUseOptions(context, Int32(bitPattern: options))
    case .xml:
      context = xmlCreatePushParserCtxt(&handler, receiver, nil, 0, nil)
      // Without NOENT every `&` in an attribute comes as `&#38;`, as a tree wants it. Entities that a
      // file declares itself stay unknown, for there is no handler that would keep them.
      let options =
        XML_PARSE_RECOVER.rawValue | XML_PARSE_NOENT.rawValue | XML_PARSE_NOERROR.rawValue
        | XML_PARSE_NOWARNING.rawValue
        | XML_PARSE_NONET.rawValue
      xmlCtxtUseOptions(context, Int32(bitPattern: options))
    }
  }

  deinit { xmlFreeParserCtxt(context) }

  /// Reads the next piece.
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

  /// Reports what was still open when the text ended.
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

  /// Whether a tag of HTML has begun that has not ended yet.
  package var isInTag: Bool { tags.isInTag }

  /// The line the parser is in, from 1; during an event, the one where its markup ends.
  package var line: Int {
    guard let input = context?.pointee.input else { return 1 }
    return Int(input.pointee.line)
  }

  /// The line of the last error in XML; nil while it is well-formed. HTML's errors don't count.
  package var errorLine: Int? {
    guard language == .xml, let context, context.pointee.wellFormed == 0 else { return nil }
    return Int(context.pointee.lastError.line)
  }

  private func parseChunk(_ start: UnsafePointer<CChar>?, _ length: Int32, isLast: Int32) {
    switch language {
    case .html:
      // How far it has searched for the end of a tag. libxml2 2.9 forgets with it, between pieces,
      // whether it was inside of quotes, takes the closing ones for opening ones, and then reports
      // nothing more until the end.
      context?.pointee.checkIndex = 0
      htmlParseChunk(context, start, length, isLast)
    case .xml: xmlParseChunk(context, start, length, isLast)
    }
  }

  /// Carries events out of C callbacks, which can't capture anything.
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
