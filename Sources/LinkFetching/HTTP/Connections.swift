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

  /// Replaces the proxies of all later requests.
  func setProxies(_ proxies: ProxySettings) { self.proxies.withLock { $0 = proxies } }

  /// Sends a request and returns its response as soon as its head is there.
  ///
  /// Servers close idle connections without asking. If a connection was used before and ends before
  /// the first byte of the response, the request is sent once more on a new one (RFC 9112, section
  /// 9.3.1). The caller sets the time limit; see ``PageLoader``.
  /// - Parameters:
  ///   - cookies: those of earlier responses, whatever hosts they're for.
  ///   - mayBePrivate: whether the host may be on this machine or its network.
  func send(
    _ method: HTTPMethod, to url: URL, headers: HTTPHeaders, cookies: [String], mayBePrivate: Bool,
    statistics: FetchStatistics
  ) async throws(LinkMetadataError) -> (ResponseHead, ResponseBody) {
    do throws(LinkMetadataError) {
      guard headers.areValid else { throw .notAllowed(.notAWebAddress) }
      let proxy = try proxies.withLock { $0 }.proxy(for: url)
      let (addresses, isPrivate) = try await addresses(
        of: url, through: proxy, mayBePrivate: mayBePrivate)
      let request = CurlRequest(
        method: method, url: url.withoutFragment, headers: headers, cookies: cookies, proxy: proxy,
        addressGuard: isPrivate ? nil : addressGuard, addresses: addresses,
        connectedAddress: names[url.connectedHost], authorities: authorities)
      var (head, body) = try await response(to: request, statistics)
      head.isFromPrivateHost = isPrivate
      missingHosts.recordResponse(from: url)
      return (head, body)
    } catch {
      missingHosts.note(error)
      throw error
    }
  }

  /// Looks up the addresses of a host, or of the proxy. They're the only ones that are connected to.
  ///
  /// A proxy resolves names itself, so with a proxy only addresses and `localhost` can be recognised
  /// as private; see ``AddressGuard/refuses(host:)``. Without one, a host is private if any of its
  /// addresses isn't on the public internet.
  /// - Returns: the addresses, or none if they're in the URL.
  private func addresses(
    of url: URL, through proxy: ProxyServer?, mayBePrivate: Bool
  ) async throws(LinkMetadataError) -> ([IPAddress], isPrivate: Bool) {
    let refusal = LinkMetadataError.notAllowed(.privateAddress(url.displayHost))
    let hasPrivateName = addressGuard.refuses(host: url.host(percentEncoded: false) ?? "")
    guard mayBePrivate || !hasPrivateName else { throw refusal }
    let name = proxy?.host ?? url.connectedHost
    let addresses = await resolver.addresses(name)
    if Task.isCancelled { throw .cancelled }
    guard !addresses.isEmpty else {
      throw LinkMetadataError(fetching: url, through: proxy, error: CurlFailure.hostNotFound)
    }
    let isPrivate =
      hasPrivateName || proxy == nil && !addresses.allSatisfy(addressGuard.isPublic)
    guard mayBePrivate || !isPrivate else { throw refusal }
    return (IPAddress(name) == nil ? addresses : [], isPrivate)
  }

  private func response(
    to request: CurlRequest, _ statistics: FetchStatistics
  ) async throws(LinkMetadataError) -> (ResponseHead, ResponseBody) {
    do {
      return try await send(request, statistics)
    } catch {
      let failure = LinkMetadataError(
        fetching: request.url, through: request.proxy, error: error)
      throw request.proxy == nil ? await explained(failure, request) : failure
    }
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
  /// more that takes any, sends no request, and ends with what's wrong.
  private func explained(
    _ failure: LinkMetadataError, _ request: CurlRequest
  ) async -> LinkMetadataError {
    guard case .failed(.tls(_, LinkMetadataError.untrustedCertificate)) = failure else {
      return failure
    }
    var handshake = request
    handshake.asksForCertificate = true
    do {
      _ = try await client.start(handshake).next()
    } catch let explained as LinkMetadataError {
      return explained
    } catch {}
    return failure
  }

  /// Closes all connections. Only for tests, because the shared connections stay open.
  func shutDown() async { await client.stop() }

  /// The maximum size in bytes of a response after decompression.
  static let inflatedLimit = 8 << 20
}

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
