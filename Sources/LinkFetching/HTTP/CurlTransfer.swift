import CCurl
import Foundation
import LinkPreview
import Markup

/// A request that libcurl has taken. It belongs to the thread of ``CurlClient``.
final class CurlTransfer {
  let exchange: Exchange
  let handle: UnsafeMutableRawPointer
  /// Whether more of the body has arrived than its reader has taken.
  var isFull = false
  var isPaused = false

  private let request: CurlRequest
  private let errorText: UnsafeMutablePointer<CChar>
  private var lists: [UnsafeMutableRawPointer] = []
  private var hasHead = false
  /// The bytes, the lines and the interim responses (RFC 9110, section 15.2) so far.
  private var (headLength, headLines, interims) = (0, 0, 0)
  /// The reason why this side ended the transfer.
  private var refusal: (any Error)?

  /// The limits of all heads and trailers of a response: bytes, lines, and interim responses.
  private static let (headLimit, headLineLimit, interimLimit) = (256 << 10, 2_000, 32)

  /// Returns nil if there's no memory left.
  init?(_ request: CurlRequest, exchange: Exchange) {
    guard let handle = ccurl_easy_init() else { return nil }
    self.handle = handle
    self.request = request
    self.exchange = exchange
    errorText = .allocate(capacity: Int(CurlErrorSize))
    errorText.initialize(repeating: 0, count: Int(CurlErrorSize))
    configure()
  }

  deinit {
    ccurl_easy_cleanup(handle)
    for list in lists { ccurl_list_free(list) }
    errorText.deallocate()
  }

  /// Hands the end of the transfer to its reader.
  func end(_ result: Int32) {
    if result == 0 {
      return exchange.end(throwing: request.asksForCertificate ? ServerCertificate(handle) : nil)
    }
    let failure = CurlFailure(
      code: result, systemError: Int32(ccurl_number(handle, Int32(CurlInfoOSError))),
      proxyStatus: ccurl_number(handle, Int32(CurlInfoConnectCode)),
      text: String(cString: errorText), hasResponse: headLength > 0,
      isOnReusedConnection: ccurl_number(handle, Int32(CurlInfoNumberOfConnects)) == 0)
    exchange.end(throwing: refusal ?? failure)
  }

  // MARK: - Options

  private func set(_ option: Int, _ value: Int) { ccurl_set_number(handle, Int32(option), value) }
  private func set(_ option: Int, _ value: String?) {
    ccurl_set_pointer(handle, Int32(option), value)
  }

  private func set(_ option: Int, list texts: [String]) {
    var list: UnsafeMutableRawPointer?
    for text in texts { list = ccurl_list_append(list, text) ?? list }
    if let list { lists.append(list) }
    ccurl_set_pointer(handle, Int32(option), list)
  }

  private func configure() {
    ccurl_set_pointer(handle, Int32(CurlOptionErrorBuffer), errorText)
    set(CurlOptionNoSignal, 1)
    set(CurlOptionQuickExit, 1)
    set(CurlOptionProtocols, "http,https")
    set(CurlOptionHTTP09Allowed, 0)
    set(CurlOptionHTTPVersion, CurlHTTPVersion2TLS)
    set(CurlOptionPathAsIs, 1)
    set(CurlOptionConnectTimeoutMilliseconds, 30_000)
    // An idle connection stays open no longer, because servers close theirs soon, too.
    set(CurlOptionMaxAgeConnection, 30)
    set(CurlOptionURL, request.url.absoluteString)
    // Waits for the first connection to a host, which HTTP/2 shares among requests.
    if request.url.scheme?.lowercased() == "https" { set(CurlOptionPipeWait, 1) }
    if request.method == .head { set(CurlOptionNoBody, 1) }
    if request.isFresh { set(CurlOptionFreshConnect, 1) }
    if request.asksForCertificate {
      set(CurlOptionConnectOnly, 1)
      set(CurlOptionCertInfo, 1)
      set(CurlOptionSSLVerifyPeer, 0)
      set(CurlOptionSSLVerifyHost, 0)
    }
    set(
      CurlOptionHTTPHeader,
      // A field without a value has a semicolon, because a colon would remove it.
      list: request.headers.fields.map {
        $0.value.isEmpty ? "\($0.name);" : "\($0.name): \($0.value)"
      }
    )
    set(CurlOptionCookieFile, "")
    for cookie in request.cookies { set(CurlOptionCookieList, cookie) }
    configureAuthorities()
    configureConnection()
    ccurl_set_callbacks(
      handle, Unmanaged.passUnretained(self).toOpaque(),
      { bytes, size, count, context in
        let line = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlTransfer.at(context)?.read(head: line) == true ? line.count : 0
      },
      { bytes, size, count, context in
        let piece = UnsafeRawBufferPointer(start: bytes, count: size * count)
        return CurlTransfer.at(context)?.read(body: piece) == true ? piece.count : 0
      },
      { context, _, address in
        address.flatMap { CurlTransfer.at(context)?.openSocket(for: $0) } ?? -1
      },
      { context, remote, _, _, _ in
        let address = remote.flatMap { IPAddress(String(cString: $0)) }
        return CurlTransfer.at(context)?.allows(address) == true ? 0 : 1
      })
  }

  private func configureAuthorities() {
    if let authorities = request.authorities { set(CurlOptionCAInfo, authorities) }
    // libcurl reads a file of authorities once for all connections, and a folder each time.
    if request.authorities != nil || ccurl_text(handle, Int32(CurlInfoAuthorities)) != nil {
      set(CurlOptionCAPath, nil)
    }
  }

  private func configureConnection() {
    // Without these two, libcurl would read the environment.
    set(CurlOptionNoProxy, "")
    set(CurlOptionProxy, "")
    if let proxy = request.proxy {
      let host = proxy.host.contains(":") ? "[\(proxy.host)]" : proxy.host
      set(CurlOptionProxy, "\(host):\(proxy.port)")
      set(
        CurlOptionProxyType, proxy.kind == .socks ? CurlProxySOCKS5HostName : CurlProxyHTTP)
      set(CurlOptionSuppressConnectHeaders, 1)
      if let credentials = proxy.credentials {
        set(CurlOptionProxyUserName, credentials.user)
        set(CurlOptionProxyPassword, credentials.password)
      }
    } else if let address = request.connectedAddress {
      set(CurlOptionConnectTo, list: ["::\(address.contains(":") ? "[\(address)]" : address):"])
      return
    }
    if let pinned = request.pinnedAddresses { set(CurlOptionResolve, list: [pinned]) }
  }

  // MARK: - Callbacks

  private static func at(_ context: UnsafeMutableRawPointer?) -> CurlTransfer? {
    context.map { Unmanaged<CurlTransfer>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Reads a line of a head, or of a trailer. Returns whether the transfer goes on.
  private func read(head line: UnsafeRawBufferPointer) -> Bool {
    headLength += line.count
    headLines += 1
    // Others would read a line with a NUL or CR differently (RFC 9110, section 5.5).
    guard headLength <= Self.headLimit, headLines <= Self.headLineLimit, !line.contains(0),
      !line.dropLast(2).contains(0x0D)
    else { return refuse(MalformedResponse()) }
    // What follows the body has no effect.
    guard !hasHead, line.first == 0x0D || line.first == 0x0A else { return true }
    let status = ccurl_number(handle, Int32(CurlInfoResponseCode))
    switch status {
    // Refuses status 101, because no other protocol was offered to switch to.
    case 100..<200 where status != 101 && interims < Self.interimLimit: interims += 1
    // Above 599, some sites have their own statuses, such as LinkedIn's 999.
    case 200..<1_000: return read(ResponseHead(status: status, headers: HTTPHeaders(of: handle)))
    default: return refuse(MalformedResponse())
    }
    return true
  }

  private func read(_ head: ResponseHead) -> Bool {
    // Lengths that differ show that somebody tampered with the response (RFC 9112, section 6.3).
    let lengths = head.headers["Content-Length"].flatMap { $0.split(separator: ",") }
      .map { $0.trimmingCharacters(in: .whitespaces) }
    guard Set(lengths).count < 2 else { return refuse(MalformedResponse()) }
    hasHead = true
    var head = head
    head.cookies = cookies(after: head)
    exchange.receive(head)
    return true
  }

  /// Ends the transfer.
  private func refuse(_ reason: any Error) -> Bool {
    refusal = reason
    return false
  }

  /// The cookies that are left: those with names (RFC 6265, section 5.2) that the response doesn't
  /// delete by the year 70 without a century, which libcurl takes for 2070 (section 5.1.1).
  private func cookies(after head: ResponseHead) -> [String] {
    let deleted = head.headers["Set-Cookie"]
      .filter { $0.contains(/(?i);\s*expires=[^;]*[- ]70\s/) }
      .map { $0.prefix { $0 != ";" }.split(separator: "=", maxSplits: 1) }
    let list = ccurl_cookies(handle)
    defer { ccurl_list_free(list) }
    return sequence(first: list, next: { $0?.pointee.next }).prefix { $0 != nil }
      .compactMap { $0.map { String(cString: $0.pointee.text) } }
      .filter { cookie in
        // Its name and value come last.
        let parts = cookie.split(separator: "\t", omittingEmptySubsequences: false).suffix(2)
        return parts.first?.isEmpty == false
          && !deleted.contains { $0.elementsEqual(parts.filter { !$0.isEmpty }) }
      }
  }

  private func read(body piece: UnsafeRawBufferPointer) -> Bool {
    guard hasHead else { return refuse(MalformedResponse()) }
    if exchange.receive(Array(piece)) { isFull = true }
    return true
  }

  private func openSocket(for address: UnsafeMutablePointer<CurlAddress>) -> Int32 {
    guard let offset = MemoryLayout<CurlAddress>.offset(of: \.addr) else { return -1 }
    let target = (UnsafeMutableRawPointer(address) + offset).assumingMemoryBound(to: sockaddr.self)
    guard allows(IPAddress(copying: target)) else { return -1 }
    return ccurl_open_socket(address, request.addresses.map(\.scope).max() ?? 0)
  }

  /// Whether an address may get the request. It's asked of each address before it's connected to,
  /// and of each connection of an earlier request before it's used again, because that one may have
  /// been allowed more.
  private func allows(_ address: IPAddress?) -> Bool {
    guard request.proxy == nil, let addressGuard = request.addressGuard else { return true }
    if let address, addressGuard.isPublic(address) { return true }
    return refuse(LinkMetadataError.notAllowed(.privateAddress(request.url.displayHost)))
  }
}

/// The failure of a transfer, as libcurl tells it.
struct CurlFailure: Error {
  /// libcurl's error code.
  var code: Int32
  /// The system's error number, or 0.
  var systemError: Int32 = 0
  /// The status of the proxy's answer to CONNECT, or 0.
  var proxyStatus = 0
  var text = ""
  /// Whether any of a response had arrived.
  var hasResponse = false
  /// Whether the connection had carried other requests before.
  var isOnReusedConnection = false

  /// The failure of a host without addresses.
  static let hostNotFound = CurlFailure(code: 6)

  /// Whether the server had closed an idle connection, or was about to, when the request came.
  var isOfDeadConnection: Bool {
    isOnReusedConnection && !hasResponse && [16, 52, 55, 56, 92].contains(code)
  }
}

/// The methods of requests, which have no effect on the server.
enum HTTPMethod: Sendable { case get, head }

/// A request to one address, and how it reaches its host.
struct CurlRequest: Sendable {
  var method = HTTPMethod.get
  /// The address, without a fragment and credentials.
  var url: URL
  var headers: HTTPHeaders = [:]
  /// The cookies of earlier responses, each of which goes with a request to its own hosts and paths
  /// (RFC 6265).
  var cookies: [String] = []
  var proxy: ProxyServer?
  /// Refuses connections to other than public addresses. Nil allows all.
  var addressGuard: AddressGuard?
  /// The only addresses that the host, or the proxy, is connected to. Empty if they're in the URL.
  var addresses: [IPAddress] = []
  /// The address to connect to in place of the host. For tests.
  var connectedAddress: String?
  /// The path of the trusted certificate authorities in PEM format, instead of the system's. For
  /// tests.
  var authorities: String?
  /// Whether no connection of an earlier request may be used.
  var isFresh = false
  /// Whether only the server's certificate is asked for, whether it's trusted or not, and no
  /// request is sent.
  var asksForCertificate = false

  /// The addresses as libcurl takes them, so that it looks up nothing itself, and no answer of a
  /// name server that changes in between counts.
  var pinnedAddresses: String? {
    guard !addresses.isEmpty else { return nil }
    let host = proxy?.host ?? url.connectedHost
    let port = proxy?.port ?? url.port ?? (url.scheme?.lowercased() == "https" ? 443 : 80)
    let list = addresses.map { $0.bytes.count == 16 ? "[\($0.text)]" : $0.text }
    return "+\(host):\(port):\(list.joined(separator: ","))"
  }
}
