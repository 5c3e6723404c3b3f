import Markup
import AsyncHTTPClient
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTPCompression
import NIOPosix
import NIOSSL

/// The connection pools of the process, one for each way a request may take.
///
/// AsyncHTTPClient ties proxy and guard to a client, so there is a client a way, made when it is
/// first gone.
final class Connections: Sendable {
  /// Lives as long as the process does, so nobody shuts it down.
  static let shared = Connections(
    proxies: ProxySettings(environment: ProcessInfo.processInfo.environment))

  let addressGuard: AddressGuard
  private let proxies: ProxySettings
  private let names: [String: String]
  private let resolver: NameResolver
  private let tls: TLSConfiguration?
  private let clients = NIOLockedValueBox<[Route: HTTPClient]>([:])

  /// - Parameters:
  ///   - names: addresses for host names, in place of what DNS says. For tests.
  ///   - resolver: who is asked for the addresses of a host before it is connected to, in place of
  ///     `names` and the system. For tests.
  ///   - tls: whom to trust, in place of the system's authorities. For tests.
  init(
    addressGuard: AddressGuard = AddressGuard(), proxies: ProxySettings,
    names: [String: String] = [:], resolver: NameResolver? = nil, tls: TLSConfiguration? = nil
  ) {
    self.addressGuard = addressGuard
    self.proxies = proxies
    self.names = names
    self.resolver = resolver ?? NameResolver(names: names)
    self.tls = tls
  }

  /// The way of a request.
  enum Route: Hashable, Sendable {
    /// Straight to the host, if it is on the public internet.
    case guarded
    /// Straight to the host, wherever it is.
    case open
    /// Through a proxy, in a tunnel to the host.
    case tunnel(ProxyServer)
    /// Through a proxy that is asked for the whole address; many open tunnels for https only.
    case relay(ProxyServer)

    var proxy: ProxyServer? {
      switch self {
      case .guarded, .open: nil
      case .tunnel(let proxy), .relay(let proxy): proxy
      }
    }
  }

  /// - Parameter mayBePrivate: whether the host may be one of this machine or its network. A proxy
  ///   resolves names by itself, so on a way through one only addresses and `localhost` are told
  ///   from public hosts, and that before anything is sent; see `AddressGuard.refuses(host:)`.
  func route(to url: URL, mayBePrivate: Bool) throws(LinkMetadataError) -> Route {
    guard let proxy = try proxies.proxy(for: url) else { return mayBePrivate ? .open : .guarded }
    return proxy.kind == .http && url.scheme?.lowercased() == "http"
      ? .relay(proxy) : .tunnel(proxy)
  }

  /// Refuses a host whose name leads to an address that is not on the public internet, before it is
  /// connected to. The connection itself is looked at again; see `guardConnections(in:)`.
  func checkAddresses(of url: URL, on route: Route) async throws(LinkMetadataError) {
    guard route == .guarded, let host = url.host(percentEncoded: false) else { return }
    let addresses = await resolver.addresses(host.trimmingCharacters(in: ["[", "]"]))
    if Task.isCancelled { throw .cancelled }
    if addresses.isEmpty { throw .failed(.hostNotFound(url.displayHost)) }
    guard addresses.allSatisfy(addressGuard.isPublic) else {
      throw .notAllowed(.privateAddress(url.displayHost))
    }
  }

  func client(for route: Route) -> HTTPClient {
    clients.withLockedValue { clients in
      if let client = clients[route] { return client }
      let client = HTTPClient(
        eventLoopGroupProvider: .shared(MultiThreadedEventLoopGroup.singleton),
        configuration: configuration(for: route))
      clients[route] = client
      return client
    }
  }

  /// A failure with the reason why a certificate is not trusted, where that is the failure.
  func explained(_ failure: LinkMetadataError, at url: URL) async -> LinkMetadataError {
    guard case .failed(.tls(let name, LinkMetadataError.untrustedCertificate)) = failure,
      let host = url.host(percentEncoded: false)?.trimmingCharacters(in: ["[", "]"]),
      let reason = await TLSDiagnosis.reason(
        address: names[host] ?? host, port: url.port ?? 443, host: host)
    else { return failure }
    return .failed(.tls(host: name, reason: reason))
  }

  /// Closes all connections. For tests; the shared ones stay.
  func shutDown() async throws {
    let all = clients.withLockedValue { clients in
      defer { clients = [:] }
      return Array(clients.values)
    }
    for client in all { try await client.shutdown() }
  }

  /// The size to which a compressed answer may inflate.
  static let inflatedLimit = 8 << 20

  private func configuration(for route: Route) -> HTTPClient.Configuration {
    // Sockets on every system, since Apple's Network framework reports errors in other types.
    var configuration = HTTPClient.Configuration(
      redirectConfiguration: .disallow, timeout: .init(connect: .seconds(30)),
      decompression: .enabled(limit: .size(Self.inflatedLimit)))
    // NIO's HTTP/2 ends the process on a `:status` that is empty or negative. A host gets so few
    // requests that HTTP/1.1 serves as well.
    configuration.httpVersion = .http1Only
    // A cancelled fetch may leave a fresh connection behind; it need not stay for the usual minute.
    configuration.connectionPool.idleTimeout = .seconds(10)
    // A refused connection is an answer; trying again until the deadline would hide it.
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

  /// Adds what looks at each new connection before a request is sent on it, and then at responses.
  private func guardConnections(in configuration: inout HTTPClient.Configuration, route: Route) {
    let isRelay = if case .relay = route { true } else { false }
    let addressGuard = route == .guarded ? addressGuard : nil
    configuration.http1_1ConnectionDebugInitializer = { channel in
      Self.prepare(channel) {
        try addressGuard?.check(channel)
        if isRelay { try ProxyRelay.add(to: channel) }
        try ResponseGuard.add(to: channel)
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
      // The pool must hear of the failure before the close, and leaves closing to us.
      channel.eventLoop.execute { channel.close(promise: nil) }
      return channel.eventLoop.makeFailedFuture(error)
    }
  }
}

extension String {
  fileprivate var withoutScheme: String { String(drop { $0 != " " }.dropFirst()) }
}
