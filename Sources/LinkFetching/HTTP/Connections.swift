import Markup
import AsyncHTTPClient
import Foundation
import LinkPreview
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// The connection pools of the process, two clients per route.
///
/// AsyncHTTPClient ties the proxy and the address guard to a client, so every route needs its own,
/// and another one for new connections only. Clients are created on first use.
final class Connections: Sendable {
  /// The shared pools. They live as long as the process, so nobody shuts them down.
  static let shared = Connections(
    proxies: ProxySettings(environment: ProcessInfo.processInfo.environment), missingHosts: .shared)

  let addressGuard: AddressGuard
  let missingHosts: MissingHosts
  private let proxies: NIOLockedValueBox<ProxySettings>
  private let names: [String: String]
  private let resolver: NameResolver
  private let tls: TLSConfiguration?
  private let clients = NIOLockedValueBox<[Pool: HTTPClient]>([:])
  private let pending = PendingExchanges()

  /// - Parameters:
  ///   - names: addresses for host names, instead of DNS. For tests.
  ///   - resolver: looks up the addresses of a host before connecting, instead of `names` and the
  ///     system. For tests.
  ///   - tls: the trusted certificate authorities, instead of the system's. For tests.
  init(
    addressGuard: AddressGuard = AddressGuard(), proxies: ProxySettings,
    names: [String: String] = [:], resolver: NameResolver? = nil, tls: TLSConfiguration? = nil,
    missingHosts: MissingHosts = MissingHosts()
  ) {
    self.missingHosts = missingHosts
    self.addressGuard = addressGuard
    self.proxies = NIOLockedValueBox(proxies)
    self.names = names
    self.resolver = resolver ?? NameResolver(names: names)
    self.tls = tls
  }

  /// How a request reaches its host.
  enum Route: Hashable, Sendable {
    /// Directly, if the host is on the public internet.
    case guarded
    /// Directly, wherever the host is.
    case open
    /// Through a proxy, in a tunnel to the host.
    case tunnel(ProxyServer)
    /// Through a proxy, which receives the absolute URL, because many proxies only open tunnels for
    /// https.
    case relay(ProxyServer)

    var proxy: ProxyServer? {
      switch self {
      case .guarded, .open: nil
      case .tunnel(let proxy), .relay(let proxy): proxy
      }
    }
  }

  /// The connections of a client.
  private struct Pool: Hashable {
    var route: Route
    /// Whether each request gets a connection of its own.
    var isFresh = false
  }

  /// Returns the route for a request to `url`.
  ///
  /// - Parameter mayBePrivate: whether the host may be on this machine or its network. A proxy
  ///   resolves names itself, so with a proxy only addresses and `localhost` can be recognised as
  ///   private. They're refused before anything is sent; see `AddressGuard.refuses(host:)`.
  func route(to url: URL, mayBePrivate: Bool) throws(LinkMetadataError) -> Route {
    guard let proxy = try proxies.withLockedValue(\.self).proxy(for: url) else {
      return mayBePrivate ? .open : .guarded
    }
    return proxy.kind == .http && url.scheme?.lowercased() == "http"
      ? .relay(proxy) : .tunnel(proxy)
  }

  /// Replaces the proxies of all later requests.
  func setProxies(_ proxies: ProxySettings) {
    self.proxies.withLockedValue { $0 = proxies }
  }

  /// Refuses a host before connecting if its name resolves to an address that isn't on the public
  /// internet. The connection itself is checked again; see `guardConnections(in:route:)`.
  func checkAddresses(of url: URL, on route: Route) async throws(LinkMetadataError) {
    guard route == .guarded, let host = url.host(percentEncoded: false) else { return }
    let addresses = await resolver.addresses(host.trimmingCharacters(in: ["[", "]"]))
    if Task.isCancelled { throw .cancelled }
    if addresses.isEmpty { throw .failed(.hostNotFound(url.displayHost)) }
    guard addresses.allSatisfy(addressGuard.isPublic) else {
      throw .notAllowed(.privateAddress(url.displayHost))
    }
  }

  /// Sends a request and returns its response as soon as its head is there.
  ///
  /// Servers close idle connections without asking. If a connection was used before and ends before
  /// the first byte of the response, the request is sent once more on a new one (RFC 9112, section
  /// 9.3.1), unless its method has effects. The caller sets the time limit; see
  /// LinkMetadataProvider.
  ///
  /// - Returns: the response, and its exchange, which tells whether the body is complete.
  func send(
    _ request: HTTPClientRequest, on route: Route, statistics: FetchStatistics
  ) async throws -> (HTTPClientResponse, Exchange) {
    statistics.count { $0.requests += 1 }
    let sent = try await pending.withExchange(for: request) { request, exchange in
      do {
        let response = try await client(for: Pool(route: route))
          .execute(request, deadline: .distantFuture)
        return Optional((response, exchange))
      } catch {
        guard [.GET, .HEAD].contains(request.method), exchange.mayBeRepeated(after: error) else {
          throw error
        }
        return nil
      }
    }
    if let sent { return sent }
    try Task.checkCancellation()
    statistics.count { $0.requests += 1 }
    var repeated = request
    repeated.headers.replaceOrAdd(name: "Connection", value: "close")
    return try await pending.withExchange(for: repeated) { request, exchange in
      let client = client(for: Pool(route: route, isFresh: true))
      return (try await client.execute(request, deadline: .distantFuture), exchange)
    }
  }

  private func client(for pool: Pool) -> HTTPClient {
    clients.withLockedValue { clients in
      if let client = clients[pool] { return client }
      let client = HTTPClient(
        eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
        configuration: configuration(for: pool.route))
      clients[pool] = client
      return client
    }
  }

  /// Adds the reason why a certificate isn't trusted, if that's the failure. Returns other failures
  /// unchanged.
  func explained(_ failure: LinkMetadataError, at url: URL) async -> LinkMetadataError {
    guard case .failed(.tls(let name, LinkMetadataError.untrustedCertificate)) = failure,
      let host = url.host(percentEncoded: false)?.trimmingCharacters(in: ["[", "]"]),
      let reason = await TLSDiagnosis.reason(
        address: names[host] ?? host, port: url.port ?? 443, host: host)
    else { return failure }
    return .failed(.tls(host: name, reason: reason))
  }

  /// Closes all connections. Only for tests, because the shared connections stay open.
  func shutDown() async throws {
    let all = clients.withLockedValue { clients in
      defer { clients = [:] }
      return Array(clients.values)
    }
    for client in all { try await client.shutdown() }
  }

  /// The maximum size in bytes of a response after decompression.
  static let inflatedLimit = 8 << 20

  private func configuration(for route: Route) -> HTTPClient.Configuration {
    // Uses sockets on every platform, because Apple's Network framework reports errors in other
    // types.
    //
    // Leaves inflating to BodyInflater, because the client would inflate the whole body as it
    // arrives.
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(30)))
    // NIO's HTTP/2 crashes the process on an empty or negative `:status`. HTTP/1.1 is enough,
    // because a host gets only a few requests.
    configuration.httpVersion = .http1Only
    // A cancelled fetch may leave an unused connection, which shouldn't stay open for the usual
    // minute.
    configuration.connectionPool.idleTimeout = .seconds(10)
    // Reports a refused connection at once, because retrying until the deadline would hide it.
    configuration.connectionPool.retryConnectionEstablishment = false
    configuration.dnsOverride = names
    configuration.tlsConfiguration = tls
    if case .tunnel(let proxy) = route {
      configuration.proxy =
        proxy.kind == .socks
        ? .socksServer(host: proxy.host, port: proxy.port)
        : .server(
          host: proxy.host, port: proxy.port,
          authorization: proxy.authorization.map { .basic(credentials: $0.withoutScheme) })
    }
    guardConnections(in: &configuration, route: route)
    return configuration
  }

  /// Adds handlers that check each new connection before a request is sent on it, and then its
  /// responses.
  private func guardConnections(in configuration: inout HTTPClient.Configuration, route: Route) {
    let isRelay = if case .relay = route { true } else { false }
    let addressGuard = route == .guarded ? addressGuard : nil
    let pending = pending
    configuration.http1_1ConnectionDebugInitializer = { channel in
      Self.prepare(channel) {
        try addressGuard?.check(channel)
        if isRelay { try ProxyRelay.add(to: channel) }
        try ResponseGuard.add(to: channel, pending: pending)
      }
    }
  }

  private static func prepare(
    _ channel: any Channel, _ body: () throws -> Void
  ) -> EventLoopFuture<Void> {
    do {
      try body()
      return channel.eventLoop.makeSucceededVoidFuture()
    } catch {
      // The pool must learn of the failure before the channel closes, and it leaves closing to us.
      channel.eventLoop.execute { channel.close(promise: nil) }
      return channel.eventLoop.makeFailedFuture(error)
    }
  }
}

extension String {
  fileprivate var withoutScheme: String { String(drop { $0 != " " }.dropFirst()) }
}
