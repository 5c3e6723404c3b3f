import CCurl

/// libcurl, as it's installed here. It isn't part of the program, so that the system updates it.
package enum WebLibrary: Equatable, Sendable {
  /// It can fetch pages.
  case usable(version: String, tls: String)
  case tooOld(version: String)
  case missing

  /// Looks for it, which takes a few milliseconds the first time.
  package static var installed: WebLibrary {
    let version = { String(cString: ccurl_version()) }
    return switch ccurl_load() {
    case CurlStateLoaded: .usable(version: version(), tls: String(cString: ccurl_tls_version()))
    case CurlStateTooOld: .tooOld(version: version())
    default: .missing
    }
  }
}
