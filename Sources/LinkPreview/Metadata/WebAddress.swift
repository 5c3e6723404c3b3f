public import Foundation
import NIOCore

extension URL {
  /// The address that `text` spells when it is one of the web: http or https, with a host.
  ///
  /// White space around it is ignored, and what RFC 3986 does not allow inside is percent-encoded,
  /// as browsers do. Anything else (`file:`, `javascript:`, relative, empty) gives nil.
  ///
  ///     URL(webAddress: "https://example.org/a b")  // https://example.org/a%20b
  ///     URL(webAddress: "file:///etc/passwd")       // nil
  public init?(webAddress text: String, relativeTo base: URL? = nil) {
    let trimmed = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !trimmed.isEmpty, let url = URL(string: trimmed, relativeTo: base)?.absoluteURL,
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
    let isAddress = (try? SocketAddress(ipAddress: String(address), port: 0)) != nil
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
    // What is percent-encoded in a host may be a control character.
    guard let host = host(percentEncoded: false).flatMap({ PlainText.folded($0.lowercased()) })
    else { return absoluteString }
    return host.hasPrefix("www.") ? String(host.dropFirst(4)) : host
  }
}
