public import Foundation

extension URL {
  /// The address that `text` spells when it is one of the web: http or https, with a host.
  ///
  /// Read as the URL Standard does; see ``WebAddress``, which also has the standard's spelling where
  /// a URL can't hold it. Anything else (`file:`, `javascript:`, relative, empty) gives nil, as does
  /// what the standard takes and no one can be asked for: port 0, and hosts longer than DNS has them.
  ///
  ///     URL(webAddress: "https://example.org/a b")  // https://example.org/a%20b
  ///     URL(webAddress: "file:///etc/passwd")       // nil
  public init?(webAddress text: String, relativeTo base: URL? = nil) {
    guard let url = WebAddress(text, relativeTo: base.map { WebAddress($0) })?.url,
      url.isWebAddress
    else { return nil }
    self = url
  }

  /// Whether the address is http or https, names a host, and has a host name and a port that can
  /// exist.
  public var isWebAddress: Bool {
    guard let scheme = scheme?.lowercased(), let host = host(percentEncoded: false) else {
      return false
    }
    return (scheme == "http" || scheme == "https") && Self.canBeHost(host)
      && (1...65_535).contains(port ?? 80)
  }

  /// Whether a host, percent-decoded, has none of the characters that are forbidden there
  /// (https://url.spec.whatwg.org/#forbidden-domain-code-point) or that can't be seen, and is no
  /// longer than DNS has them (RFC 1035, section 2.3.4). A resolver would take a NUL for the end of
  /// the name, and so ask another host.
  private static func canBeHost(_ host: String) -> Bool {
    let address = host.trimmingCharacters(in: ["[", "]"]).prefix { $0 != "%" }
    let isAddress = IPv6Parser.parse(Array(address.utf8)[...]) != nil
    // An IPv6 address may have a zone after `%`.
    let forbidden = isAddress ? "#/<>?@\\^|" : "#/:<>?@[\\]^|%"
    return !host.isEmpty && host.utf8.count <= 254
      && host.unicodeScalars.allSatisfy { scalar in
        scalar.value > 0x20 && !PlainText.isSpace(scalar) && !PlainText.isHidden(scalar)
          && !forbidden.unicodeScalars.contains(scalar)
      }
  }

  /// The host as people name it: lower case, without `www.`; the whole address when there is none.
  public var displayHost: String {
    host(percentEncoded: false).flatMap { DomainName.display($0) } ?? absoluteString
  }
}

extension WebAddress {
  /// As ``Foundation/URL/displayHost``.
  public var displayHost: String {
    // By bytes, which an import of many links needs ten times less time for.
    let slash = UInt8(ascii: "/")
    let behindScheme = text.utf8.drop { $0 != slash }.dropFirst(2)
    var host = behindScheme.prefix { !"/?#".utf8.contains($0) }
    if let at = host.lastIndex(of: UInt8(ascii: "@")) { host = host[host.index(after: at)...] }
    if host.first == UInt8(ascii: "[") {
      host = host.dropFirst().prefix { $0 != UInt8(ascii: "]") }
    } else if let colon = host.lastIndex(of: UInt8(ascii: ":")) {
      host = host[..<colon]
    }
    return DomainName.display(String(Substring(host))) ?? text
  }
}
