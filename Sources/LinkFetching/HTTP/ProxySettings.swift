package import Foundation
package import LinkPreview

/// Chooses the proxy for a request from the environment variables that curl and most other programs
/// use.
///
///     ProxySettings(environment: ["https_proxy": "http://proxy:3128", "no_proxy": ".corp"])
package struct ProxySettings: Sendable {
  private let environment: [String: String]
  private let exceptions: ProxyExceptions

  /// - Parameter environment: `http_proxy`, `https_proxy`, `all_proxy` and `no_proxy`. Lower case
  ///   takes precedence over upper case.
  package init(environment: [String: String]) {
    // A web server passes a request's `Proxy:` header to its programs as HTTP_PROXY
    // (https://httpoxy.org), so under a web server the variable isn't trusted.
    let isUntrusted = environment["REQUEST_METHOD"] != nil
    self.environment = environment.filter { !isUntrusted || $0.key != "HTTP_PROXY" }
    exceptions = ProxyExceptions(environment["no_proxy"] ?? environment["NO_PROXY"] ?? "")
  }

  /// Returns the proxy for an address, or nil if it's fetched directly. Throws `badProxySetting` if
  /// the variable doesn't contain a valid proxy.
  package func proxy(for url: URL) throws(LinkMetadataError) -> ProxyServer? {
    let names = [(url.scheme?.lowercased() ?? "http") + "_proxy", "all_proxy"]
    // A variable that's set but empty turns the proxy off.
    guard
      let name = names.flatMap({ [$0, $0.uppercased()] }).first(where: { environment[$0] != nil }),
      let text = environment[name]?.trimmingCharacters(in: .whitespaces), !text.isEmpty,
      !exceptions.cover(url)
    else { return nil }
    guard let proxy = ProxyServer(text) else { throw .failed(.badProxySetting(variable: name)) }
    return proxy
  }

  /// Uses these settings for all later requests on the process's shared connections, in place of
  /// the environment's.
  package func apply() { Connections.shared.setProxies(self) }
}

/// A proxy from an environment variable: `http://user:password@host:3128`, `socks5h://host`,
/// `host:3128`.
package struct ProxyServer: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case http, socks }

  package let kind: Kind
  package let host: String
  package let port: Int
  /// The value of a `Proxy-Authorization` header.
  let authorization: String?

  package init?(_ text: String) {
    let parts = URLComponents(string: text.contains("://") ? text : "http://" + text)
    guard let parts, let host = parts.host, !host.isEmpty, (1...65_535).contains(parts.port ?? 1)
    else { return nil }
    switch parts.scheme?.lowercased() {
    case "http": kind = .http
    // The proxy always resolves the host name, because this machine may not be able to.
    case "socks5", "socks5h", "socks": kind = .socks
    default: return nil
    }
    self.host = host.trimmingCharacters(in: ["[", "]"])
    port = parts.port ?? 1080  // curl's default
    authorization = parts.basicAuthorization
    if kind == .socks, authorization != nil { return nil }
  }
}

extension URLComponents {
  /// The address's user and password as a Basic credential (RFC 7617), or nil if there are none.
  var basicAuthorization: String? {
    guard let user, !user.isEmpty || !(password ?? "").isEmpty else { return nil }
    return "Basic " + Data("\(user):\(password ?? "")".utf8).base64EncodedString()
  }
}
