package import Markup

/// Decides whether two addresses are one link: the same page in different spellings.
///
/// If two pages had the same key, one of them would be lost. If one page has two keys, it's only
/// listed twice. In case of doubt, addresses are therefore two links.
package enum LinkKey {
  /// Returns the address in the standard's spelling, without the parts that don't change the
  /// target: a dot at the end of the host, a trailing slash, unnecessary escapes, the order of the
  /// query, tracking parameters, and fragments that name a position on the page.
  ///
  ///     LinkKey.key(of: "HTTPS://Example.org:443/%7Ea/?utm_source=x&b=2&a=1#top")
  ///     // "https://example.org/~a?a=1&b=2"
  package static func key(of address: WebAddress) -> String {
    let parts = AddressParts(address)
    let query = LinkQuery.key(of: parts.query, host: parts.host)
    let fragment = LinkFragment.key(of: parts.fragment, path: parts.path)
    return origin(parts) + path(parts.path) + (query.isEmpty ? "" : "?\(query)")
      + (fragment.isEmpty ? "" : "#\(fragment)")
  }

  /// Returns the fragment of an address without a text directive and unnecessary escapes, or an
  /// empty string if there's none.
  package static func fragment(of address: WebAddress) -> String {
    LinkFragment.withoutDirective(AddressParts(address).fragment).normalizedEscapes
  }

  private static func origin(_ parts: AddressParts) -> String {
    // A trailing dot says that the name is fully qualified, which a name in an address is anyway.
    guard parts.host.last == UInt8(ascii: "."), parts.host.count > 1 else {
      return String(decoding: parts.bytes[..<parts.pathStart], as: UTF8.self)
    }
    let bytes = parts.bytes
    return String(decoding: bytes[..<(parts.hostEnd - 1)], as: UTF8.self)
      + String(decoding: bytes[parts.hostEnd..<parts.pathStart], as: UTF8.self)
  }

  private static func path(_ path: ArraySlice<UInt8>) -> String {
    var path = path
    // Java servers append the session to the path if they can't set a cookie.
    var kept: [UInt8] = []
    while let mark = path.firstIndex(of: UInt8(ascii: ";")) {
      let end =
        path[(mark + 1)...].firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: ";") }
        ?? path.endIndex
      kept += path[..<mark]
      if !path[mark..<end].lowercasedASCII.hasPrefix(";jsessionid=") { kept += path[mark..<end] }
      path = path[end...]
    }
    kept += path
    // Keeps several trailing slashes, because they may be a page of their own.
    if kept.last == UInt8(ascii: "/"), kept.dropLast().last != UInt8(ascii: "/") {
      kept.removeLast()
    }
    return kept[...].normalizedEscapes
  }
}

/// The parts of an address in the standard's spelling.
struct AddressParts {
  let bytes: [UInt8]
  let hostStart: Int
  let hostEnd: Int
  let pathStart: Int
  private let queryStart: Int
  private let fragmentStart: Int

  init(_ address: WebAddress) {
    bytes = Array(address.text.utf8)
    let bytes = bytes
    func first(_ stops: [UInt8], from start: Int) -> Int {
      bytes[start...].firstIndex(where: stops.contains) ?? bytes.count
    }
    let authority = min(bytes.count, bytes.starts(with: "https:".utf8) ? 8 : 7)
    let hash = UInt8(ascii: "#")
    pathStart = first([UInt8(ascii: "/"), UInt8(ascii: "?"), hash], from: authority)
    queryStart = first([UInt8(ascii: "?"), hash], from: pathStart)
    fragmentStart = first([hash], from: queryStart)
    let at = bytes[authority..<pathStart].lastIndex(of: UInt8(ascii: "@"))
    hostStart = at.map { $0 + 1 } ?? authority
    let host = bytes[hostStart..<pathStart]
    let isLiteral = host.last == UInt8(ascii: "]")
    hostEnd = isLiteral ? pathStart : host.lastIndex(of: UInt8(ascii: ":")) ?? pathStart
  }

  var host: ArraySlice<UInt8> { bytes[hostStart..<hostEnd] }
  var path: ArraySlice<UInt8> { bytes[pathStart..<queryStart] }
  /// The query without the `?`.
  var query: ArraySlice<UInt8> { bytes[queryStart..<fragmentStart].dropFirst() }
  /// The fragment without the `#`.
  var fragment: ArraySlice<UInt8> { bytes[fragmentStart...].dropFirst() }
}

extension ArraySlice<UInt8> {
  /// The text with normalised escapes (RFC 3986, section 6.2.2): in upper case, without the escapes
  /// of letters, digits and `-._~`, and with those that RFC 3986 requires and the URL Standard
  /// doesn't.
  var normalizedEscapes: String {
    let set = PercentEncodeSet.notInRFC3986
    guard contains(where: { $0 == UInt8(ascii: "%") || set.contains($0) }) else {
      return String(decoding: self, as: UTF8.self)
    }
    var output: [UInt8] = []
    var index = startIndex
    while index < endIndex {
      if let byte = ASCII.escapedByte(at: index, in: self) {
        if byte.isUnreserved { output.append(byte) } else { output.append(percentEncoding: byte) }
        index += 3
      } else {
        let byte = self[index]
        if byte == UInt8(ascii: "%") || set.contains(byte) {
          output.append(percentEncoding: byte)
        } else {
          output.append(byte)
        }
        index += 1
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  var lowercasedASCII: String { String(decoding: map(ASCII.lowercased), as: UTF8.self) }
}

extension UInt8 {
  fileprivate var isUnreserved: Bool {
    ASCII.isLetter(self) || ASCII.isDigit(self) || "-._~".utf8.contains(self)
  }
}
