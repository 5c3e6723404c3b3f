import LinkPreview
import Markup

extension LinkMetadataError {
  /// Says in plain words how the fetch ended and, where it helps, what to do about it. Stands below
  /// ``sentence``.
  var explanation: String {
    switch self {
    case .cancelled: "You stopped it before the page was here."
    case .failed(let cause): cause.explanation
    case .timedOut(let host, let limit): "\(host) didn't answer within \(limit.secondsText)."
    case .notAllowed(.notAWebAddress): "Only http and https addresses can be fetched."
    case .notAllowed(.redirect(let target)):
      "The link leads on to \(target), which isn't a web address."
    case .notAllowed(.privateAddress(let host)):
      "A public page led to \(host), which is this machine or in a private network."
    case .unknown(""): "Nobody knows why. Try again, or open it in a browser."
    case .unknown(let text): text
    }
  }
}

extension LinkMetadataError.Cause {
  fileprivate var explanation: String {
    switch self {
    case .httpStatus(let code): "\(Self.meaning(ofStatus: code)): \(description)."
    case .connectionRefused(let host): "\(host) is there but has no web server: connection refused."
    case .unreachable(let host, let reason): "\(host) can't be reached: \(reason)."
    case .connectionClosed(let host):
      "\(host) closed the connection before the page was here. Try again."
    case .tls(let host, let reason): "There's no secure connection to \(host): \(reason)."
    case .notAWebPage(let type): "The link leads to a file, not to a page: \(type)."
    case .tooManyRedirects(let limit):
      "The site sends visitors in circles: more than \(limit) redirects."
    case .badRedirect: "The site sends visitors on without saying where."
    case .badResponse(let host): "\(host) answers, but not as a web server does."
    case .badCompression(let host): "\(host) sent a page that can't be decompressed."
    case .emptyPage: "The page is empty."
    case .tooLarge: "The page is too large: \(description)."
    case .proxy(let host, let reason): "The proxy \(host) isn't working: \(reason)."
    case .badProxySetting: "\(description)."
    // Sentences already, or never on screen.
    case .hostNotFound, .botWall, .alreadyStarted: description
    }
  }

  private static func meaning(ofStatus code: Int) -> String {
    switch code {
    case 404: "The site has no such page"
    case 410: "The site no longer has the page"
    case 401, 407: "The site shows the page only after signing in"
    case 403: "The site doesn't show the page to programs"
    case 429: "The site wants to be asked less often"
    case 451: "The site may not show the page"
    case 500...599: "The site itself has a problem now"
    default: "The site answers with an error"
    }
  }
}
