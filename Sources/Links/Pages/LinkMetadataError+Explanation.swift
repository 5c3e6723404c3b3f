package import LinkPreview
import Localization
import Markup

extension LinkMetadataError {
  /// Says in plain words how the fetch ended and, where it helps, what to do about it. Stands below
  /// ``sentence``.
  package var explanation: String {
    switch self {
    case .cancelled: localized("You stopped it before the page was here.")
    case .failed(let cause): cause.explanation
    case .timedOut(let host, let limit):
      localized("\(host) didn't answer within \(limit.secondsText).")
    case .notAllowed(.notAWebAddress): localized("Only http and https addresses can be fetched.")
    case .notAllowed(.redirect(let target)):
      localized("The link leads on to \(target), which isn't a web address.")
    case .notAllowed(.privateAddress(let host)):
      localized("A public page led to \(host), which is this machine or in a private network.")
    case .unknown(""): localized("Nobody knows why. Try again, or open it in a browser.")
    case .unknown(let text): text
    }
  }
}

extension LinkMetadataError.Cause {
  fileprivate var explanation: String {
    switch self {
    case .httpStatus(let code): localized("\(Self.meaning(ofStatus: code)): \(description).")
    case .connectionRefused(let host):
      localized("\(host) is there but has no web server: connection refused.")
    case .unreachable(let host, let reason):
      localized("\(host) can't be reached: \(reason.translated).")
    case .connectionClosed(let host):
      localized("\(host) closed the connection before the page was here. Try again.")
    case .tls(let host, let reason):
      localized("There's no secure connection to \(host): \(reason.translated).")
    case .notAWebPage(let type): localized("The link leads to a file, not to a page: \(type).")
    case .tooManyRedirects(let limit):
      localized("The site sends visitors in circles: more than \(limit, "redirect").")
    case .badRedirect: localized("The site sends visitors on without saying where.")
    case .badResponse(let host): localized("\(host) answers, but not as a web server does.")
    case .badCompression(let host): localized("\(host) sent a page that can't be decompressed.")
    case .emptyPage: localized("The page is empty.")
    case .tooLarge: localized("The page is too large: \(description).")
    case .proxy(let host, let reason):
      localized("The proxy \(host) isn't working: \(reason.translated).")
    case .badProxySetting, .unusableLibrary: description.asSentence
    // Sentences already, or never on screen.
    case .hostNotFound, .botWall, .alreadyStarted: description
    }
  }

  private static func meaning(ofStatus code: Int) -> String {
    switch code {
    case 404: localized("The site has no such page")
    case 410: localized("The site no longer has the page")
    case 401, 407: localized("The site shows the page only after signing in")
    case 403: localized("The site doesn't show the page to programs")
    case 429: localized("The site wants to be asked less often")
    case 451: localized("The site may not show the page")
    case 500...599: localized("The site itself has a problem now")
    default: localized("The site answers with an error")
    }
  }
}
