/// Finds a page's encoding in the order of the HTML Standard
/// (https://html.spec.whatwg.org/#determining-the-character-encoding): byte order mark, transport,
/// `<meta>` in the first 1,024 bytes, or, beyond the standard, 8,192. Returns nil if none of them
/// names an encoding; then ``StreamingDecoder`` reads UTF-8 or guesses.
package enum EncodingSniffer {
  /// The number of bytes of a page that are searched for a declaration.
  package static let prescanLength = 1024
  /// The number of bytes that are searched if the first ones have no declaration and the page is
  /// longer, because scripts may come before the declaration.
  package static let longPrescanLength = 8192

  package static func encoding(
    of start: some Collection<UInt8>, transportLabel: String?
  ) -> CharacterEncoding? {
    if let encoding = transportEncoding(of: start, label: transportLabel) { return encoding }
    let found: CharacterEncoding?? = start.withContiguousStorageIfAvailable {
      firstDeclaration(in: UnsafeBufferPointer(rebasing: $0.prefix(longPrescanLength)))
    }
    return found
      ?? Array(start.prefix(longPrescanLength)).withUnsafeBufferPointer { firstDeclaration(in: $0) }
  }

  private static func firstDeclaration(in bytes: UnsafeBufferPointer<UInt8>) -> CharacterEncoding? {
    let start = UnsafeBufferPointer(rebasing: bytes.prefix(prescanLength))
    if let encoding = declaration(in: start) { return encoding }
    return bytes.count > start.count ? declaration(in: bytes) : nil
  }

  /// Finds the encoding from the byte order mark or the transport alone, which also works for files
  /// that aren't pages.
  package static func transportEncoding(
    of start: some Collection<UInt8>, label: String?
  ) -> CharacterEncoding? {
    byteOrderMark(in: start) ?? label.flatMap { CharacterEncoding(label: $0) }
  }

  package static func byteOrderMark(in bytes: some Collection<UInt8>) -> CharacterEncoding? {
    guard let first = bytes.first, first >= 0xEF else { return nil }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    return nil
  }

  /// Returns the encoding that a `<meta charset>`, a
  /// `<meta http-equiv=content-type content="…charset=…">` or an XML declaration names.
  private static func declaration(in bytes: UnsafeBufferPointer<UInt8>) -> CharacterEncoding? {
    if bytes.starts(with: "<?xml".utf8), let end = bytes.firstIndex(of: .greaterThan) {
      let label = value(after: "encoding", in: String(decoding: bytes[..<end], as: UTF8.self))
      return label.flatMap { CharacterEncoding(label: $0) }.map(declared)
    }
    var prescan = Prescan()
    var tokenizer = Tokenizer()
    tokenizer.read(bytes, into: &prescan)
    return prescan.encoding
  }

  /// Reads `<meta>` elements
  /// (https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding). An incomplete
  /// tag doesn't count, because its label may be incomplete too.
  private struct Prescan: TokenSink {
    var encoding: CharacterEncoding?
    var wantsText: Bool { false }
    var isInForeignContent: Bool { false }

    mutating func startTag(_ tag: StartTag) -> Tokenizer.State {
      guard encoding == nil, tag.name == "meta" else { return .data }
      let attributes = tag.attributes
      var label = attributes["charset"]
      if label == nil, attributes["http-equiv"]?.lowercased() == "content-type" {
        label = attributes["content"].flatMap { EncodingSniffer.value(after: "charset", in: $0) }
      }
      encoding = label.flatMap { CharacterEncoding(label: $0) }.map(EncodingSniffer.declared)
      return .data
    }

    mutating func endTag(_ name: TagName) {}
    mutating func text(_ text: TextToken) {}
  }

  /// Replaces UTF-16 with UTF-8, because a page whose declaration can be read as ASCII can't be
  /// UTF-16, whatever it claims.
  private static func declared(_ encoding: CharacterEncoding) -> CharacterEncoding {
    encoding == .utf16LittleEndian || encoding == .utf16BigEndian ? .utf8 : encoding
  }

  /// https://html.spec.whatwg.org/#algorithm-for-extracting-a-character-encoding-from-a-meta-element
  private static func value(after name: StaticString, in text: String) -> String? {
    let name = UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount)
    let bytes = text.utf8.map(\.asciiLowercased)
    var rest = bytes[...]
    // Searching for a range would take far longer.
    while let start = rest.indices.first(where: { rest[$0...].starts(with: name) }) {
      rest = rest[(start + name.count)...].drop(while: \.isWhitespace)
      if rest.first == .equals { break }
    }
    guard rest.first == .equals else { return nil }
    rest = rest.dropFirst().drop(while: \.isWhitespace)
    if let quote = rest.first, quote == .doubleQuote || quote == .singleQuote {
      return String(decoding: rest.dropFirst().prefix { $0 != quote }, as: UTF8.self)
    }
    let label = rest.prefix { byte in
      !byte.isWhitespace && byte != UInt8(ascii: ";") && byte != .doubleQuote
        && byte != .singleQuote && byte != .greaterThan
    }
    return String(decoding: label, as: UTF8.self)
  }
}
