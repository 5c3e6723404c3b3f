import Markup
import Foundation
import LinkPreview

/// Follows redirects from an address to its final response, with the cookies and permissions
/// collected on the way.
struct RedirectFollower {
  private let connections: Connections
  private let origin: URL?
  private let headers: HTTPHeaders
  private let ownHeaders: HTTPHeaders
  private let validators: PageValidators?
  private let inflatedLimit: Int
  private let statistics: FetchStatistics
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
    sendsCredentials: Bool = true, inflatedLimit: Int = Connections.inflatedLimit,
    statistics: FetchStatistics = FetchStatistics()
  ) {
    self.connections = connections
    self.origin = sendsCredentials ? origin : nil
    self.headers = headers
    self.ownHeaders = ownHeaders
    self.validators = validators
    self.inflatedLimit = inflatedLimit
    self.statistics = statistics
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
          response, body: body, url: url,
          isConditional: validators?.headers(for: url) != nil,
          inflatedLimit: inflatedLimit, statistics: statistics)
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
      mayBePrivate: mayBePrivate || !hasStarted, statistics: statistics)
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
