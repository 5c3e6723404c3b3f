package import Foundation
package import LinkPreview
import Markup

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

/// A proxy from an environment variable: `http://user:password@host:3128`,
/// `socks5h://user:password@host`, `host:3128`.
package struct ProxyServer: Hashable, Sendable {
  package enum Kind: Hashable, Sendable { case http, socks }

  package let kind: Kind
  package let host: String
  package let port: Int
  let credentials: Credentials?

  struct Credentials: Hashable, Sendable {
    var user: String
    var password: String
  }

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
    credentials = parts.credentials
  }
}

extension URLComponents {
  /// The address's user and password, or nil if there are none.
  fileprivate var credentials: ProxyServer.Credentials? {
    guard let user, !user.isEmpty || !(password ?? "").isEmpty else { return nil }
    return ProxyServer.Credentials(user: user, password: password ?? "")
  }

  /// The address's user and password as a Basic credential (RFC 7617), or nil if there are none.
  var basicAuthorization: String? {
    credentials.map { "Basic " + Data("\($0.user):\($0.password)".utf8).base64EncodedString() }
  }
}

/// The hosts in `no_proxy`, by curl's rules: `*`, a host with all its subdomains, or an address
/// block, each with or without a port.
struct ProxyExceptions: Sendable {
  private let entries: [Entry]

  fileprivate struct Entry: Sendable {
    var host: String
    var port: Int?
  }

  init(_ text: String) {
    entries = text.split { $0 == "," || $0.isWhitespace }.map { Entry(String($0).lowercased()) }
  }

  /// Whether `url` is fetched directly. This machine always is, because a proxy would reach itself
  /// instead.
  func cover(_ url: URL) -> Bool {
    guard var host = url.host(percentEncoded: false)?.lowercased() else { return false }
    host = host.trimmingCharacters(in: ["[", "]"])
    if host.hasSuffix(".") { host.removeLast() }
    if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
    let address = IPAddress(host)
    if address != nil, host.hasPrefix("127.") { return true }
    let port = url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    return entries.contains { entry in
      (entry.port == nil || entry.port == port) && entry.covers(host, address: address)
    }
  }
}

extension ProxyExceptions.Entry {
  fileprivate init(_ text: String) {
    // Brackets, or a single colon, tell a port from the end of an address.
    let parts = text.wholeMatch(of: /\[(.*)\](?::([0-9]{1,5}))?|([^:]*):([0-9]{1,5})/)?.output
    host = String(parts?.1 ?? parts?.3 ?? text[...])
    port = (parts?.2 ?? parts?.4).flatMap { Int($0) }
    if host.hasPrefix("*.") { host.removeFirst() }
    if host.hasPrefix(".") { host.removeFirst() }
    if host.hasSuffix(".") { host.removeLast() }
  }

  fileprivate func covers(_ name: String, address: IPAddress?) -> Bool {
    if host == "*" || host == name { return true }
    guard let address else { return !host.isEmpty && name.hasSuffix("." + host) }
    guard let slash = host.firstIndex(of: "/"), let length = Int(host[slash...].dropFirst()),
      let block = IPAddress(String(host[..<slash]))
    else { return IPAddress(host) == address }
    guard block.bytes.count == address.bytes.count, (0...block.bytes.count * 8).contains(length)
    else { return false }
    return AddressBlock(block.bytes, length).contains(address.bytes)
  }
}
