import Foundation

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
  private static let localDomains = [".localhost", ".local", ".home.arpa", ".internal", ".lan"]
}
