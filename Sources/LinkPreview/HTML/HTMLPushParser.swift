import CLibXML2

/// libxml2's streaming HTML parser: takes UTF-8 in pieces, builds no tree, and reports events.
final class HTMLPushParser {
  private let context: htmlParserCtxtPtr?
  /// Kept alive here because libxml2 holds it unretained.
  private let events: any HTMLEvents
  private let bridge: Bridge

  init(events: any HTMLEvents) {
    self.events = events
    bridge = Bridge(events: events)
    var handler = htmlSAXHandler()
    handler.startElement = { Bridge.of($0)?.start($1, attributes: $2) }
    handler.endElement = { Bridge.of($0)?.end($1) }
    handler.characters = { Bridge.of($0)?.text($1, length: $2) }
    handler.ignorableWhitespace = { Bridge.of($0)?.text($1, length: $2) }
    // Scripts and styles; without a callback of their own they would come as text.
    handler.cdataBlock = { _, _, _ in }
    context = htmlCreatePushParserCtxt(
      &handler, Unmanaged.passUnretained(bridge).toOpaque(), nil, 0, nil, XML_CHAR_ENCODING_UTF8)
    // The decoder has made UTF-8 of everything, so what the page says of its charset is void here.
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_IGNORE_ENC.rawValue | HTML_PARSE_NOERROR.rawValue
      | HTML_PARSE_NOWARNING.rawValue | HTML_PARSE_NONET.rawValue
    htmlCtxtUseOptions(context, Int32(bitPattern: options))
  }

  deinit { htmlFreeParserCtxt(context) }

  /// Reads the next piece of the page.
  func parse(_ utf8: [UInt8]) {
    utf8.withUnsafeBytes { bytes in
      let start = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      htmlParseChunk(context, start, Int32(clamping: bytes.count), 0)
    }
  }

  /// Reports what was still open when the page ended.
  func finish() { htmlParseChunk(context, nil, 0, 1) }

  /// Carries events out of C callbacks, which can't capture anything.
  private final class Bridge {
    unowned let events: any HTMLEvents

    init(events: any HTMLEvents) { self.events = events }

    static func of(_ pointer: UnsafeMutableRawPointer?) -> Bridge? {
      pointer.map { Unmanaged<Bridge>.fromOpaque($0).takeUnretainedValue() }
    }

    func start(
      _ name: UnsafePointer<xmlChar>?,
      attributes list: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
      guard let name else { return }
      var attributes: [String: String] = [:]
      var next = list
      while let pair = next, let key = pair[0] {
        let name = String(cString: key).lowercased()
        if attributes[name] == nil { attributes[name] = pair[1].map { String(cString: $0) } ?? "" }
        next = pair + 2
      }
      events.elementStarted(String(cString: name).lowercased(), attributes: attributes)
    }

    func end(_ name: UnsafePointer<xmlChar>?) {
      guard let name else { return }
      events.elementEnded(String(cString: name).lowercased())
    }

    func text(_ start: UnsafePointer<xmlChar>?, length: Int32) {
      guard events.wantsText, let start else { return }
      let bytes = UnsafeBufferPointer(start: start, count: Int(length))
      events.textRead(String(decoding: bytes, as: UTF8.self))
    }
  }
}
