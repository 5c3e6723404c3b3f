import Foundation

/// Finds a page's encoding in the order of the HTML Standard
/// (https://html.spec.whatwg.org/#determining-the-character-encoding): byte order mark, transport,
/// `<meta>` in the first 1,024 bytes. Returns nil if none of them names one.
package enum EncodingSniffer {
  /// The number of bytes of a page that are searched for a declaration.
  package static let prescanLength = 1024

  package static func encoding(
    of start: some Collection<UInt8>, transportLabel: String?
  ) -> TextEncoding? {
    transportEncoding(of: start, label: transportLabel)
      ?? declaration(in: start.prefix(prescanLength))
  }

  /// Finds the encoding from the byte order mark or the transport alone, which also works for files
  /// that aren't pages.
  package static func transportEncoding(
    of start: some Collection<UInt8>, label: String?
  ) -> TextEncoding? {
    byteOrderMark(in: start) ?? label.flatMap { TextEncoding(label: $0) }
  }

  package static func byteOrderMark(in bytes: some Collection<UInt8>) -> TextEncoding? {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { return .utf8 }
    if bytes.starts(with: [0xFE, 0xFF]) { return .utf16BigEndian }
    if bytes.starts(with: [0xFF, 0xFE]) { return .utf16LittleEndian }
    return nil
  }

  /// Returns the encoding that a `<meta charset>`, a
  /// `<meta http-equiv=content-type content="…charset=…">` or an XML declaration names.
  private static func declaration(in bytes: some Collection<UInt8>) -> TextEncoding? {
    // One scalar per byte, because declarations are ASCII whatever surrounds them.
    var rest = String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) })).lowercased()[...]
    if rest.hasPrefix("<?xml"), let end = rest.range(of: ">"),
      let label = value(after: "encoding", in: rest[..<end.lowerBound])
    {
      return TextEncoding(label: label).map(declared)
    }
    while let open = rest.firstIndex(of: "<") {
      rest = rest[open...]
      if rest.hasPrefix("<!--") {
        guard let end = rest.range(of: "-->") else { return nil }
        rest = rest[end.upperBound...]
      } else if rest.hasPrefix("<meta") {
        // A truncated tag may be truncated inside its label.
        guard let end = rest.firstIndex(of: ">") else { return nil }
        if let label = label(in: rest[..<end].dropFirst("<meta".count)),
          let encoding = TextEncoding(label: label)
        {
          return declared(encoding)
        }
        rest = rest[end...]
      } else {
        rest = rest.dropFirst()
      }
    }
    return nil
  }

  /// Replaces UTF-16 with UTF-8, because a page whose declaration can be read as ASCII can't be
  /// UTF-16, whatever it claims.
  private static func declared(_ encoding: TextEncoding) -> TextEncoding {
    encoding == .utf16LittleEndian || encoding == .utf16BigEndian ? .utf8 : encoding
  }

  /// Returns the label that a `<meta>` declares.
  /// - Parameter tag: the attributes of the `<meta>`.
  private static func label(in tag: Substring) -> Substring? {
    var attributes: [Substring: Substring] = [:]
    var rest = tag
    while let start = rest.firstIndex(where: { !$0.isWhitespace && $0 != "/" }) {
      rest = rest[start...]
      let name = rest.prefix { !$0.isWhitespace && $0 != "=" && $0 != "/" }
      let afterName = rest[name.endIndex...].drop(while: \.isWhitespace)
      rest = rest[name.endIndex...]
      if afterName.first == "=" {
        let written = afterName.dropFirst().drop(while: \.isWhitespace)
        let quote = written.first.flatMap { $0 == "\"" || $0 == "'" ? $0 : nil }
        let value =
          quote.map { quote in written.dropFirst().prefix { $0 != quote } }
          ?? written.prefix { !$0.isWhitespace }
        if attributes[name] == nil { attributes[name] = value }
        rest = written[value.endIndex...].dropFirst(quote == nil ? 0 : 1)
      } else if name.isEmpty {
        rest = rest.dropFirst()
      }
    }
    if let charset = attributes["charset"] { return charset }
    guard attributes["http-equiv"] == "content-type" else { return nil }
    return attributes["content"].flatMap { value(after: "charset", in: $0) }
  }

  private static func value(after name: String, in tag: Substring) -> Substring? {
    guard let found = tag.range(of: name) else { return nil }
    var rest = tag[found.upperBound...].drop(while: \.isWhitespace)
    guard rest.first == "=" else { return nil }
    rest = rest.dropFirst().drop(while: \.isWhitespace)
    if let quote = rest.first, quote == "\"" || quote == "'" {
      return rest.dropFirst().prefix { $0 != quote }
    }
    return rest.prefix { !$0.isWhitespace && $0 != ";" && $0 != "\"" && $0 != "'" && $0 != ">" }
  }
}
