package import Foundation
package import Markup

extension URL {
  /// Adds the other URL's fragment to a redirect target without one (RFC 9110, section 10.2.2).
  func inheritingFragment(of other: URL) -> URL {
    guard fragment == nil, let inherited = other.fragment(percentEncoded: true),
      var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    parts.percentEncodedFragment = inherited
    return parts.url ?? self
  }

  /// Whether data meant only for `origin` may be sent to this URL: to the same server, or to the
  /// https server of the same host.
  func mayHaveCredentials(of origin: URL) -> Bool {
    guard host()?.lowercased() == origin.host()?.lowercased() else { return false }
    if scheme?.lowercased() == origin.scheme?.lowercased() {
      return effectivePort == origin.effectivePort
    }
    return effectivePort == 443 && origin.effectivePort == 80
  }

  private var effectivePort: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}

extension URL {
  /// Whether the host is an address that isn't on the public internet, in any spelling, or a name of
  /// this machine. Other names aren't looked up.
  package var isOnPrivateHost: Bool {
    AddressGuard().refuses(host: host(percentEncoded: false) ?? "")
  }
}

extension WebAddress {
  /// Whether the host is private, like ``Foundation/URL/isOnPrivateHost``.
  package var isOnPrivateHost: Bool {
    // Long lists have mostly names, which their last character tells from addresses and localhost.
    guard let last = displayHost.last, last.isHexDigit || ":.t".contains(last) else { return false }
    return url.isOnPrivateHost
  }
}
