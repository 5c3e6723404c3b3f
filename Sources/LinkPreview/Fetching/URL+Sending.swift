import Foundation

extension URL {
  /// The address as it is sent: a fragment is the browser's business (RFC 9110, section 4.2.5).
  var withoutFragment: URL {
    guard fragment != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    parts.fragment = nil
    return parts.url ?? self
  }

  /// The address without the user and password that it may carry.
  var withoutCredentials: URL {
    guard user() != nil || password() != nil,
      var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    parts.user = nil
    parts.password = nil
    return parts.url ?? self
  }

  /// A redirect target without a fragment takes over that of the address (RFC 9110, section 10.2.2).
  func inheritingFragment(of other: URL) -> URL {
    guard fragment == nil, let inherited = other.fragment(percentEncoded: true),
      var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    parts.percentEncodedFragment = inherited
    return parts.url ?? self
  }

  /// Whether what was meant for `origin` alone may be sent here: to the same server, or to the
  /// secure one of the same host.
  func mayHaveCredentials(of origin: URL) -> Bool {
    guard host()?.lowercased() == origin.host()?.lowercased() else { return false }
    if scheme?.lowercased() == origin.scheme?.lowercased() {
      return effectivePort == origin.effectivePort
    }
    return effectivePort == 443 && origin.effectivePort == 80
  }

  private var effectivePort: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}
