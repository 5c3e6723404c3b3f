import Foundation
import LinkPreview
import Markup
import Synchronization

/// The connections of the process, and the rules of who may be connected to.
final class Connections: Sendable {
  /// The shared connections. They live as long as the process.
  static let shared = Connections(
    proxies: ProxySettings(environment: ProcessInfo.processInfo.environment), missingHosts: .shared)

  let addressGuard: AddressGuard
  let missingHosts: MissingHosts
  private let proxies: Mutex<ProxySettings>
  private let names: [String: String]
  private let resolver: NameResolver
  private let authorities: String?
  private let client = CurlClient()

  /// - Parameters:
  ///   - names: addresses for host names, instead of DNS. For tests.
  ///   - resolver: looks up the addresses of a host before connecting, instead of `names` and the
  ///     system. For tests.
  ///   - authorities: the trusted certificate authorities in PEM format, instead of the system's.
  ///     For tests.
  init(
    addressGuard: AddressGuard = AddressGuard(), proxies: ProxySettings,
    names: [String: String] = [:], resolver: NameResolver? = nil, authorities: String? = nil,
    missingHosts: MissingHosts = MissingHosts()
  ) {
    self.missingHosts = missingHosts
    self.addressGuard = addressGuard
    self.proxies = Mutex(proxies)
    self.names = names
    self.resolver = resolver ?? NameResolver(names: names)
    self.authorities = authorities
  }

  /// How a request reaches its host.
  enum Route: Hashable, Sendable {
    /// Directly, if the host is on the public internet.
    case guarded
    /// Directly, wherever the host is.
    case open
    /// Through a proxy: in a tunnel to the host, or, for http and a proxy for that, with the whole
    /// address in the request, because many proxies only open tunnels for https.
    case proxy(ProxyServer)

    var proxy: ProxyServer? { if case .proxy(let proxy) = self { proxy } else { nil } }
  }

  /// Returns the route for a request to `url`.
  ///
  /// - Parameter mayBePrivate: whether the host may be on this machine or its network. A proxy
  ///   resolves names itself, so with a proxy only addresses and `localhost` can be recognised as
  ///   private. They're refused before anything is sent; see `AddressGuard.refuses(host:)`.
  func route(to url: URL, mayBePrivate: Bool) throws(LinkMetadataError) -> Route {
    let proxies = proxies.withLock { $0 }
    guard let proxy = try proxies.proxy(for: url) else { return mayBePrivate ? .open : .guarded }
    return .proxy(proxy)
  }

  /// Replaces the proxies of all later requests.
  func setProxies(_ proxies: ProxySettings) { self.proxies.withLock { $0 = proxies } }

  /// Looks up the addresses of a host, or of the proxy. They're the only ones that are connected to.
  /// Refuses a host if any of its addresses isn't on the public internet, unless its route is open.
  private func addresses(
    of url: URL, on route: Route
  ) async throws(LinkMetadataError) -> [IPAddress] {
    let name = route.proxy?.host ?? url.connectedHost
    let addresses = await resolver.addresses(name)
    if Task.isCancelled { throw .cancelled }
    guard !addresses.isEmpty else {
      throw LinkMetadataError(fetching: url, through: route.proxy, error: HostNotFound())
    }
    guard route != .guarded || addresses.allSatisfy(addressGuard.isPublic) else {
      throw .notAllowed(.privateAddress(url.displayHost))
    }
    return IPAddress(name) == nil ? addresses : []
  }

  /// Sends a request and returns its response as soon as its head is there.
  ///
  /// Servers close idle connections without asking. If a connection was used before and ends before
  /// the first byte of the response, the request is sent once more on a new one (RFC 9112, section
  /// 9.3.1). The caller sets the time limit; see LinkMetadataProvider.
  func send(
    _ method: HTTPMethod, to url: URL, headers: HTTPHeaders, cookies: [String],
    on route: Route, statistics: FetchStatistics
  ) async throws(LinkMetadataError) -> (ResponseHead, ResponseBody) {
    guard headers.areValid else { throw .notAllowed(.notAWebAddress) }
    var request = try await request(to: url, on: route)
    request.method = method
    request.headers = headers
    request.cookies = cookies
    do {
      return try await send(request, statistics)
    } catch {
      let failure = LinkMetadataError(fetching: url, through: route.proxy, error: error)
      throw route.proxy == nil ? await explained(failure, request) : failure
    }
  }

  private func request(
    to url: URL, on route: Route
  ) async throws(LinkMetadataError) -> CurlRequest {
    let addresses = try await addresses(of: url, on: route)
    return CurlRequest(
      url: url.withoutFragment, proxy: route.proxy,
      addressGuard: route == .guarded ? addressGuard : nil, addresses: addresses,
      connectedAddress: names[url.connectedHost], authorities: authorities)
  }

  private func send(
    _ request: CurlRequest, _ statistics: FetchStatistics
  ) async throws -> (ResponseHead, ResponseBody) {
    statistics.count { $0.requests += 1 }
    do {
      let exchange = client.start(request)
      // Ends the transfer if its head can't be waited for.
      let body = ResponseBody(exchange)
      return (try await exchange.head(), body)
    } catch let failure as CurlFailure where failure.isOfDeadConnection && !request.isFresh {
      try Task.checkCancellation()
      var fresh = request
      fresh.isFresh = true
      return try await send(fresh, statistics)
    }
  }

  /// Adds the reason why a certificate isn't trusted, if that's the failure. Returns other failures
  /// unchanged. libcurl has no dates of a certificate that it refuses, so this makes a handshake once
  /// more that takes any, and sends no request.
  private func explained(
    _ failure: LinkMetadataError, _ request: CurlRequest
  ) async -> LinkMetadataError {
    guard case .failed(.tls(let name, LinkMetadataError.untrustedCertificate)) = failure else {
      return failure
    }
    var handshake = request
    handshake.asksForCertificate = true
    let exchange = client.start(handshake)
    guard let text = try? await exchange.certificate(),
      let certificate = ServerCertificate(pem: text)
    else { return failure }
    return .failed(.tls(host: name, reason: certificate.fault(now: .now)))
  }

  /// Closes all connections. Only for tests, because the shared connections stay open.
  func shutDown() async { await client.stop() }

  /// The maximum size in bytes of a response after decompression.
  static let inflatedLimit = 8 << 20
}

/// The error of a name without addresses.
struct HostNotFound: Error {}

extension HTTPHeaders {
  /// Whether the fields can be sent, because they can't be taken for others.
  fileprivate var areValid: Bool {
    fields.allSatisfy { field in
      !field.name.isEmpty && field.name.utf8.allSatisfy(\.isOfToken)
        && !field.value.utf8.contains { $0 == 0 || $0 == 0x0A || $0 == 0x0D }
    }
  }
}

extension URL {
  /// The host without the brackets of an address.
  var connectedHost: String {
    (host(percentEncoded: false) ?? "").trimmingCharacters(in: ["[", "]"])
  }
}
