import Markup

extension LinkMetadataError: CustomStringConvertible {
  /// One sentence for people that says how the fetch ended.
  public var sentence: String {
    switch self {
    case .cancelled: "Metadata fetch cancelled."
    case .failed: "Metadata fetch failed."
    case .timedOut: "Metadata fetch timed out."
    case .notAllowed: "Metadata fetch not allowed."
    case .unknown: "Metadata fetch unknown."
    }
  }

  /// The cause, as a second line for people, without a full stop. Nil if there's nothing to add.
  public var detail: String? {
    switch self {
    case .cancelled: nil
    case .failed(let cause): cause.description
    case .timedOut(let host, let limit): "\(host) didn't answer within \(limit.secondsText)"
    case .notAllowed(.notAWebAddress): "only http and https addresses can be fetched"
    case .notAllowed(.redirect(let target)): "redirected to \(target), which isn't a web address"
    case .notAllowed(.privateAddress(let host)):
      "a public page led to \(host), which is this machine or in a private network"
    case .unknown(let text): text.isEmpty ? nil : text
    }
  }

  public var description: String { detail.map { "\(sentence) \($0)" } ?? sentence }
}

extension LinkMetadataError.Cause: CustomStringConvertible {
  public var description: String {
    switch self {
    case .hostNotFound(let host): "Can't find \(host). Check the address or your connection."
    case .connectionRefused(let host): "\(host) refused the connection"
    case .unreachable(let host, let reason): "\(host) can't be reached: \(reason)"
    case .connectionClosed(let host): "\(host) closed the connection before sending the page"
    case .tls(let host, let reason): "no secure connection to \(host): \(reason)"
    case .httpStatus(let code): "HTTP \(code)" + (Self.statusWords[code].map { " (\($0))" } ?? "")
    case .notAWebPage(let type): "not a web page but \(type)"
    case .tooManyRedirects(let limit): "more than \(limit) redirects"
    case .badRedirect: "a redirect without a target"
    case .badResponse(let host): "\(host) sent an invalid response"
    case .badCompression(let host): "\(host) sent a page that can't be decompressed"
    case .emptyPage: "the page is empty"
    case .tooLarge(let limit):
      "larger than " + (limit < 1 << 20 ? "\(limit) bytes" : "\(limit >> 20) MB")
    case .botWall(let host): "\(host) blocks automated requests. Open it in a browser."
    case .proxy(let host, let reason): "the proxy \(host) isn't working: \(reason)"
    case .badProxySetting(let variable):
      "\(variable) isn't a valid proxy; use http://host:port or socks5://host:port"
    case .alreadyStarted: "this provider has already started; make a new one for each fetch"
    }
  }

  /// The statuses (RFC 9110) that people meet on dead or protected links.
  private static let statusWords = [
    400: "bad request", 401: "sign-in needed", 403: "forbidden", 404: "not found", 410: "gone",
    429: "too many requests", 451: "blocked for legal reasons", 500: "server error",
    502: "bad gateway", 503: "service unavailable", 504: "gateway time-out",
  ]
}
