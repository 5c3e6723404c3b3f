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
  ///   - authorities: the path of the trusted certificate authorities in PEM format, instead of the
  ///     system's. For tests.
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
    _ method: HTTPMethod, to url: URL, headers: HTTPHeaders, cookies: [String], mayBePrivate: Bool
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
      var (head, body) = try await response(to: request)
      head.isFromPrivateHost = isPrivate
      missingHosts.recordResponse(from: url)
      return (head, body)
    } catch {
      missingHosts.note(error)
      throw error
    }
  }

  /// Looks up the addresses of a host, or of the proxy. They're the only ones that are connected
  /// to.
  ///
  /// A proxy resolves names itself, so with a proxy only addresses and `localhost` can be
  /// recognised as private; see ``AddressGuard/refuses(host:)``. Without one, a host is private if
  /// any of its addresses isn't on the public internet.
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
    to request: CurlRequest
  ) async throws(LinkMetadataError) -> (ResponseHead, ResponseBody) {
    FetchStatistics.count { $0.requests += 1 }
    do {
      let body = client.start(request)
      return (try await body.head(), body)
    } catch let failure as CurlFailure where failure.isOfDeadConnection && !request.isFresh {
      if Task.isCancelled { throw .cancelled }
      var fresh = request
      fresh.isFresh = true
      return try await response(to: fresh)
    } catch {
      let failure = LinkMetadataError(
        fetching: request.url, through: request.proxy, error: error)
      throw request.proxy == nil ? await explained(failure, request) : failure
    }
  }

  /// Adds the reason why a certificate isn't trusted, if that's the failure. Returns other failures
  /// unchanged. libcurl has no dates of a certificate that it refuses, so this makes a handshake
  /// once more that takes any, sends no request, and ends with the certificate.
  private func explained(
    _ failure: LinkMetadataError, _ request: CurlRequest
  ) async -> LinkMetadataError {
    guard case .failed(.tls(let name, LinkMetadataError.untrustedCertificate)) = failure else {
      return failure
    }
    var handshake = request
    handshake.asksForCertificate = true
    do {
      _ = try await client.start(handshake).next()
    } catch let certificate as ServerCertificate {
      return .failed(.tls(host: name, reason: certificate.fault(now: .now)))
    } catch {}
    return failure
  }

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

/// Follows redirects from an address to its final response, with the cookies and permissions
/// collected on the way.
struct RedirectFollower {
  private let connections: Connections
  private let origin: URL?
  private let headers: HTTPHeaders
  private let ownHeaders: HTTPHeaders
  private let validators: PageValidators?
  private let inflatedLimit: Int
  /// Some sites redirect to themselves until they get their cookies back.
  private var cookies: [String] = []
  private var redirects = 0
  private var hasStarted: Bool
  var method = HTTPMethod.get
  /// Whether a redirect without a target is a final response, whose page a browser shows
  /// (https://fetch.spec.whatwg.org/#http-redirect-fetch).
  var returnsRedirects = false
  /// The target of the permanent redirects before the first temporary one, or nil if there were
  /// none.
  private(set) var permanentTarget: URL?
  private var isPermanent = true
  /// Whether hosts on this machine and its network may be requested. The user may enter such a
  /// host, and its pages may lead to others, but a public page may not.
  private(set) var mayBePrivate: Bool

  /// The maximum number of redirects. Browsers follow as many before they report a loop.
  static let redirectLimit = 20

  /// - Parameters:
  ///   - origin: its host is the only one that gets the credentials in it, and `ownHeaders`.
  ///   - validators: the validators of the known version of the final page.
  ///   - inflatedLimit: the maximum size in bytes of the final body after decompression.
  ///   - isTrusted: whether the user entered the address. Otherwise a private one is refused.
  init(
    _ origin: URL, connections: Connections, headers: HTTPHeaders, ownHeaders: HTTPHeaders = [:],
    validators: PageValidators? = nil, isTrusted: Bool = true, mayBePrivate: Bool = false,
    sendsCredentials: Bool = true, inflatedLimit: Int = Connections.inflatedLimit
  ) {
    self.connections = connections
    self.origin = sendsCredentials ? origin : nil
    self.headers = headers
    self.ownHeaders = ownHeaders
    self.validators = validators
    self.inflatedLimit = inflatedLimit
    self.mayBePrivate = mayBePrivate
    hasStarted = !isTrusted
  }

  /// Requests `address` and follows its redirects.
  mutating func follow(_ address: URL) async throws(LinkMetadataError) -> WebResponse {
    guard address.isWebAddress else { throw .notAllowed(.notAWebAddress) }
    var url = address.withoutCredentials
    while true {
      let (response, body) = try await send(to: url)
      hasStarted = true
      cookies = response.cookies
      guard
        let target = try response.redirectTarget(at: url, isRequired: !returnsRedirects)
      else {
        return WebResponse(
          response, body: body, url: url, isConditional: validators?.headers(for: url) != nil,
          inflatedLimit: inflatedLimit)
      }
      redirects += 1
      guard redirects <= Self.redirectLimit else {
        throw .failed(.tooManyRedirects(limit: Self.redirectLimit))
      }
      url = target.withoutCredentials.inheritingFragment(of: url)
      isPermanent = isPermanent && [301, 308].contains(response.status)
      if isPermanent { permanentTarget = url }
    }
  }

  private mutating func send(
    to url: URL
  ) async throws(LinkMetadataError) -> (ResponseHead, ResponseBody) {
    let headers = headers(for: url)
    // The caller's own cookies take the place of those, which stay for later requests.
    let hasOwnCookies = headers.contains(name: "Cookie")
    var (response, body) = try await connections.send(
      method, to: url, headers: headers, cookies: hasOwnCookies ? [] : cookies,
      mayBePrivate: mayBePrivate || !hasStarted)
    if !hasStarted, response.isFromPrivateHost { mayBePrivate = true }
    if hasOwnCookies { response.cookies = cookies + response.cookies }
    return (response, body)
  }

  private func headers(for url: URL) -> HTTPHeaders {
    var all = headers
    if let condition = validators?.headers(for: url) { all.add(contentsOf: condition) }
    guard let origin, url.mayHaveCredentials(of: origin) else { return all }
    let parts = URLComponents(url: origin, resolvingAgainstBaseURL: true)
    if let authorization = parts?.basicAuthorization {
      all.add(name: "Authorization", value: authorization)
    }
    for field in ownHeaders.fields { all.replaceOrAdd(name: field.name, value: field.value) }
    return all
  }
}

extension ResponseHead {
  /// The target of a redirect (RFC 9110, section 15.4), or nil if the response isn't one.
  /// - Parameter isRequired: whether a redirect without a target is an error.
  fileprivate func redirectTarget(
    at url: URL, isRequired: Bool
  ) throws(LinkMetadataError) -> URL? {
    guard [301, 302, 303, 307, 308].contains(status) else { return nil }
    guard let location = headers.address(name: "Location"), !location.isEmpty else {
      if isRequired { throw .failed(.badRedirect) }
      return nil
    }
    guard let target = URL(webAddress: location, relativeTo: url) else {
      throw .notAllowed(.redirect(to: PlainText.folded(location) ?? ""))
    }
    return target
  }
}

extension URL {
  /// The host without the brackets of an address.
  var connectedHost: String {
    (host(percentEncoded: false) ?? "").trimmingCharacters(in: ["[", "]"])
  }

  /// Adds the other URL's fragment to a redirect target without one (RFC 9110, section 10.2.2).
  func inheritingFragment(of other: URL) -> URL {
    guard fragment == nil, let inherited = other.fragment(percentEncoded: true),
      var parts = URLComponents(url: self, resolvingAgainstBaseURL: true)
    else { return self }
    parts.percentEncodedFragment = inherited
    return parts.url ?? self
  }

  /// Whether data meant only for `origin` may be sent to this URL: to the same server, or to the
  /// https server of the same host.
  func mayHaveCredentials(of origin: URL) -> Bool {
    guard host()?.lowercased() == origin.host()?.lowercased() else { return false }
    if scheme?.lowercased() == origin.scheme?.lowercased() {
      return effectivePort == origin.effectivePort
    }
    return effectivePort == 443 && origin.effectivePort == 80
  }

  private var effectivePort: Int { port ?? (scheme?.lowercased() == "https" ? 443 : 80) }
}

/// The cost of the loads that a task begins, for benchmarks and tests.
package final class FetchStatistics: Sendable {
  package struct Counts: Hashable, Sendable {
    /// The number of requests sent, including redirects and the second attempt.
    var requests = 0
    /// The number of body bytes read from the connections, after decompression.
    package var bytesRead = 0
  }

  @TaskLocal package static var ofTask: FetchStatistics?

  private let box = Mutex(Counts())

  package init() {}

  package var counts: Counts { box.withLock { $0 } }

  static func count(_ change: (inout Counts) -> Void) { ofTask?.box.withLock { change(&$0) } }
}
