package import Foundation

extension URL {
  /// The URL without its fragment, as requests send it. Fragments are only for the client (RFC
  /// 9110, section 4.2.5).
  package var withoutFragment: URL {
    guard fragment != nil, var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    parts.fragment = nil
    return parts.url ?? self
  }

  /// The URL without its user and password.
  package var withoutCredentials: URL {
    guard user() != nil || password() != nil,
      var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    parts.user = nil
    parts.password = nil
    return parts.url ?? self
  }
}
