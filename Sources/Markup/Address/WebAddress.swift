public import Foundation

/// A web address, http or https, spelled as the URL Standard writes it
/// (https://url.spec.whatwg.org/) and as a browser's address bar shows it.
///
/// Every address from outside is parsed here: what people type, what files and pages contain, and
/// redirect targets.
///
///     WebAddress("HTTPS://Example.org:443/a b?x=%7B|")?.text  // https://example.org/a%20b?x=%7B|
///     WebAddress("file:///etc/passwd")                        // nil
public struct WebAddress: Hashable, Sendable, CustomStringConvertible {
  /// The standard's serialization, in ASCII.
  public let text: String

  /// Parses an address.
  ///
  /// - Parameters:
  ///   - text: any spelling. Ignores spaces and control characters around it, and line breaks
  ///     inside.
  ///   - base: the base URL of a relative address.
  /// - Returns: nil for text that the standard rejects, and for other schemes.
  public init?(_ text: String, relativeTo base: WebAddress? = nil) {
    if let plain = PlainAddress.text(text, relativeTo: base) {
      self.text = plain
      return
    }
    // An absolute address needs no base.
    let isAbsolute =
      text.utf8.starts(with: "https://".utf8) || text.utf8.starts(with: "http://".utf8)
    let base = isAbsolute ? nil : base.flatMap { URLParser.parse($0.text) }
    guard let record = URLParser.parse(text, base: base) else { return nil }
    self.text = record.text
  }

  /// Creates the address of a URL. A URL that isn't a web address is kept unchanged.
  public init(_ url: URL) {
    let text = url.absoluteString
    self.text = PlainAddress.text(text, relativeTo: nil) ?? URLParser.parse(text)?.text ?? text
  }

  public var description: String { text }

  /// The address as a Foundation URL, and as it's sent in requests.
  ///
  /// Foundation's URL follows RFC 3986, but the URL Standard allows more characters: ``text`` may
  /// contain any of ``[]^`{|}\\``, and a `%` that begins no escape. Only these characters are
  /// percent-encoded here. A server decodes both forms to the same bytes.
  public var url: URL {
    URL(string: text, encodingInvalidCharacters: false)
      ?? URLParser.parse(text).flatMap {
        URL(string: $0.encodedForRFC3986, encodingInvalidCharacters: false)
      } ?? URL(filePath: text)
  }
}

extension URLRecord {
  /// The serialization with every character percent-encoded that RFC 3986 doesn't allow.
  var encodedForRFC3986: String {
    var encoded: [UInt8] = []
    encoded.reserveCapacity(bytes.count + 16)
    encoded.append(forRFC3986: bytes[..<hostStart])
    // RFC 3986 allows the brackets of an IPv6 address.
    let isLiteral = host.first == UInt8(ascii: "[")
    if isLiteral { encoded += host } else { encoded.append(forRFC3986: host) }
    encoded += bytes[hostEnd..<pathStart]
    encoded.append(forRFC3986: bytes[pathStart..<fragmentStart])
    if let mark = fragment.first {
      encoded.append(mark)
      encoded.append(forRFC3986: fragment.dropFirst(), encodesHash: true)
    }
    return String(decoding: encoded, as: UTF8.self)
  }
}

extension [UInt8] {
  fileprivate mutating func append(forRFC3986 part: ArraySlice<UInt8>, encodesHash: Bool = false) {
    for (index, byte) in zip(part.indices, part) {
      let isBare = byte == UInt8(ascii: "%") && ASCII.escapedByte(at: index, in: part) == nil
      let isHash = byte == UInt8(ascii: "#") && encodesHash
      if isBare || isHash || PercentEncodeSet.notInRFC3986.contains(byte) {
        append(percentEncoding: byte)
      } else {
        append(byte)
      }
    }
  }
}

extension WebAddress {
  /// Parses an address as people type it. The scheme is optional, as in the address bar of a
  /// browser, and so are the spaces around it.
  ///
  /// The default scheme is `https`. It's `http` for this computer, its network and bare IP
  /// addresses, because these rarely have a certificate.
  ///
  ///     WebAddress(typed: "example.org/page")?.text  // https://example.org/page
  ///     WebAddress(typed: "localhost:8080")?.text    // http://localhost:8080/
  ///     WebAddress(typed: "a word")                  // nil
  package init?(typed text: String) {
    let text = text.trimmingCharacters(in: .whitespacesAndNewlines)
    if let address = WebAddress(text) {
      self = address
      return
    }
    // In an address bar, several words are a search rather than a host.
    guard !text.contains("://"), !text.hasPrefix("/"),
      !text.prefix(while: { $0 != "/" }).contains(where: \.isWhitespace),
      let address = WebAddress("https://" + text), address.url.user() == nil,
      let host = address.url.host()
    else { return nil }
    if Self.rarelyHasCertificate(host), let insecure = WebAddress("http://" + text) {
      self = insecure
    } else if host.contains(".") {
      self = address
    } else {
      return nil
    }
  }

  private static func rarelyHasCertificate(_ host: String) -> Bool {
    let isNumber = host.contains(":") || host.allSatisfy { $0.isNumber || $0 == "." }
    return isNumber || host == "localhost" || localDomains.contains { host.hasSuffix($0) }
  }

  /// The domains of nearby computers, from RFC 6761, RFC 6762 and RFC 8375, ICANN's domain for
  /// private use, and the domain that most routers assign.
  static let localDomains = [".localhost", ".local", ".home.arpa", ".internal", ".lan"]
}
