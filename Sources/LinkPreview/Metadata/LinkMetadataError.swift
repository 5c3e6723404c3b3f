import Localization
import Markup

/// An error of fetching metadata. The cases are those of Apple's `LPError`.
///
/// Encode it only for short storage, such as minutes. The encoding follows the names of the cases,
/// so a version with other cases can't decode it.
public enum LinkMetadataError: Error, Hashable, Sendable, Codable {
  /// The user, or the task that the fetch ran in, cancelled it.
  case cancelled
  /// The page couldn't be fetched, for the given cause.
  case failed(Cause)
  /// The page didn't arrive within the time limit.
  case timedOut(host: String, after: Duration)
  /// The address is never fetched.
  case notAllowed(NotAllowed)
  /// An error that this library doesn't know. The text comes from a lower layer.
  case unknown(String)

  /// The cause of a failed fetch, in enough detail to act on.
  public enum Cause: Hashable, Sendable, Codable {
    /// No host has this name, or no name server can be reached.
    case hostNotFound(String)
    /// This host refused the connection.
    case connectionRefused(String)
    /// The network can't reach the host. The text comes from the system.
    case unreachable(host: String, reason: String)
    /// This host closed the connection before its response was complete.
    case connectionClosed(String)
    /// No secure connection to this host was possible, for example because its certificate has
    /// expired.
    case tls(host: String, reason: String)
    /// The response has this status, which is no success (RFC 9110, section 15).
    case httpStatus(Int)
    /// The response has this media type and isn't a page.
    case notAWebPage(type: String)
    /// More redirects than this many.
    case tooManyRedirects(limit: Int)
    /// A redirect without a target.
    case badRedirect
    /// The response of this host isn't HTTP.
    case badResponse(host: String)
    /// The response couldn't be decompressed.
    case badCompression(host: String)
    /// The response has no body, or an empty one.
    case emptyPage
    /// The response is larger than this many bytes after decompression.
    case tooLarge(limit: Int)
    /// The site shows a bot check or a consent page instead of the page.
    case botWall(host: String)
    /// The proxy named by the environment doesn't work.
    case proxy(host: String, reason: String)
    /// An environment variable that should contain a proxy doesn't contain a valid one.
    case badProxySetting(variable: String)
    /// There's no libcurl that can fetch pages: none at all, or this version, which is too old.
    case unusableLibrary(version: String?)
    /// A second call to a ``LinkMetadataProvider``, which fetches only once, as in
    /// LinkPresentation.
    case alreadyStarted
  }

  /// The reason why an address is never fetched.
  public enum NotAllowed: Hashable, Sendable, Codable {
    /// The address is neither http nor https, or has no host.
    case notAWebAddress
    /// A redirect led to an address that's never fetched.
    case redirect(to: String)
    /// A page on the public internet redirected to this private host of this machine or its
    /// network, or named something on it. The host's address is fetched if the user enters it.
    case privateAddress(String)
  }
}

extension LinkMetadataError {
  /// The statuses that say that a page doesn't exist (RFC 9110 sections 15.5.5 and 15.5.11).
  package static let missingPageStatuses: Set<Int> = [404, 410]

  /// Whether the site says that the page doesn't exist: status 404 or 410.
  package var isOfMissingPage: Bool {
    if case .failed(.httpStatus(let status)) = self {
      Self.missingPageStatuses.contains(status)
    } else {
      false
    }
  }
}

extension LinkMetadataError: CustomStringConvertible {
  /// One sentence for people that says how the fetch ended.
  public var sentence: String {
    switch self {
    case .cancelled: localized("Metadata fetch cancelled.")
    case .failed: localized("Metadata fetch failed.")
    case .timedOut: localized("Metadata fetch timed out.")
    case .notAllowed: localized("Metadata fetch not allowed.")
    case .unknown: localized("Metadata fetch unknown.")
    }
  }

  /// The cause, as a second line for people, without a full stop. Nil if there's nothing to add.
  public var detail: String? {
    switch self {
    case .cancelled: nil
    case .failed(let cause): cause.description
    case .timedOut(let host, let limit):
      localized("\(host) didn't answer within \(limit.secondsText)")
    case .notAllowed(.notAWebAddress): localized("only http and https addresses can be fetched")
    case .notAllowed(.redirect(let target)):
      localized("redirected to \(target), which isn't a web address")
    case .notAllowed(.privateAddress(let host)):
      localized("a public page led to \(host), which is this machine or in a private network")
    case .unknown(let text): text.isEmpty ? nil : text
    }
  }

  public var description: String { [sentence, detail].compactMap(\.self).paragraph }
}

extension LinkMetadataError.Cause: CustomStringConvertible {
  public var description: String {
    switch self {
    case .hostNotFound(let host):
      localized("Can't find \(host). Check the address or your connection.")
    case .connectionRefused(let host): localized("\(host) refused the connection")
    case .unreachable(let host, let reason):
      localized("\(host) can't be reached: \(reason.translated)")
    case .connectionClosed(let host):
      localized("\(host) closed the connection before sending the page")
    case .tls(let host, let reason):
      localized("no secure connection to \(host): \(reason.translated)")
    case .httpStatus(let code):
      Self.statusWords(code).map { localized("HTTP \(code) (\($0))") } ?? "HTTP \(code)"
    case .notAWebPage(let type): localized("not a web page but \(type)")
    case .tooManyRedirects(let limit): localized("more than \(limit, "redirect")")
    case .badRedirect: localized("a redirect without a target")
    case .badResponse(let host): localized("\(host) sent an invalid response")
    case .badCompression(let host): localized("\(host) sent a page that can't be decompressed")
    case .emptyPage: localized("the page is empty")
    case .tooLarge(let limit):
      limit < 1 << 20
        ? localized("larger than \(limit) bytes") : localized("larger than \(limit >> 20) MB")
    case .botWall(let host): localized("\(host) blocks automated requests. Open it in a browser.")
    case .proxy(let host, let reason):
      localized("the proxy \(host) isn't working: \(reason.translated)")
    case .badProxySetting(let variable):
      localized("\(variable) isn't a valid proxy; use http://host:port or socks5://host:port")
    case .unusableLibrary(nil):
      localized("libcurl, which fetches pages, is missing; install the package libcurl4")
    case .unusableLibrary(let version?):
      localized(
        "libcurl \(version) is too old to fetch pages; install version 7.85 or later of libcurl4")
    case .alreadyStarted:
      localized("this provider has already started; make a new one for each fetch")
    }
  }

  /// The statuses (RFC 9110) that people meet on dead or protected links.
  private static func statusWords(_ code: Int) -> String? {
    switch code {
    case 400: localized("bad request")
    case 401: localized("sign-in needed")
    case 403: localized("forbidden")
    case 404: localized("not found")
    case 410: localized("gone", context: "status")
    case 429: localized("too many requests")
    case 451: localized("blocked for legal reasons")
    case 500: localized("server error")
    case 502: localized("bad gateway")
    case 503: localized("service unavailable")
    case 504: localized("gateway time-out")
    default: nil
    }
  }
}
