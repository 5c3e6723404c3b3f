import Foundation
import LinkPreview
import Localization
import Markup

extension LinkMetadataError {
  /// The reason for a TLS failure that only a look at the certificate can explain further.
  static var untrustedCertificate: String { LocalizedText("its certificate isn't trusted").english }
  fileprivate static var connectionTimedOut: String {
    LocalizedText("the connection timed out").english
  }

  /// Translates an error of the network layers for the user who requested `url`.
  /// - Parameter proxy: the proxy in use. If it can't be connected to, the error names it instead
  ///   of the host.
  init(fetching url: URL, through proxy: ProxyServer? = nil, error: any Error) {
    let host = proxy?.host ?? url.displayHost
    let meaning = Self.meaning(of: error, host: host, url: url)
    self = meaning
    guard let proxy, case .failed(let cause) = meaning else { return }
    switch cause {
    case .hostNotFound, .connectionRefused, .unreachable, .connectionClosed, .badResponse:
      self = .failed(.proxy(host: proxy.host, reason: cause.description))
    case .httpStatus, .tls, .notAWebPage, .tooManyRedirects, .badRedirect, .badCompression,
      .emptyPage, .tooLarge, .botWall, .proxy, .badProxySetting, .unusableLibrary, .alreadyStarted:
      break
    }
  }

  private static func meaning(of error: any Error, host: String, url: URL) -> LinkMetadataError {
    switch error {
    case is CancellationError: .cancelled
    case let error as LinkMetadataError: error
    case BodyInflater.Failure.tooLong(let limit): .failed(.tooLarge(limit: limit))
    case is BodyInflater.Failure: .failed(.badCompression(host: url.displayHost))
    case is MalformedResponse: .failed(.badResponse(host: host))
    case let error as CurlFailure: error.meaning(host: host)
    default: .unknown(PlainText.folded(String(describing: error)) ?? "")
    }
  }
}

extension CurlFailure {
  /// The meaning of libcurl's error codes
  /// (https://curl.se/libcurl/c/libcurl-errors.html).
  fileprivate func meaning(host: String) -> LinkMetadataError {
    if proxyStatus == 407 {
      return .failed(
        .proxy(host: host, reason: LocalizedText("it requires a user name and password").english))
    }
    if proxyStatus >= 300 || code == 97 {
      return .failed(
        .proxy(host: host, reason: LocalizedText("it refused to connect to the site").english))
    }
    return switch code {
    case 3: .notAllowed(.notAWebAddress)
    case 5, 6: .failed(.hostNotFound(host))
    case 7: .failed(unreachable(host))
    case 28: .failed(.unreachable(host: host, reason: LinkMetadataError.connectionTimedOut))
    case 35, 58, 59, 66, 77, 80, 83, 90, 91: .failed(.tls(host: host, reason: handshakeFault))
    case 51, 60: .failed(.tls(host: host, reason: certificateFault))
    // A chunk without a valid length.
    case 56 where text.lowercased().contains("chunk"): .failed(.badResponse(host: host))
    case 18, 52: .failed(.connectionClosed(host))
    case 55, 56:
      .failed(
        [0, ECONNRESET, EPIPE].contains(systemError)
          ? .connectionClosed(host) : unreachable(host))
    // No HTTP, or too much of it: headers, status lines, frames.
    case 1, 8, 16, 27, 43, 61, 92, 100: .failed(.badResponse(host: host))
    default: .unknown(PlainText.folded(text) ?? "")
    }
  }

  /// Explains why no address of a host accepted a connection.
  private func unreachable(_ host: String) -> LinkMetadataError.Cause {
    switch systemError {
    case ECONNREFUSED: .connectionRefused(host)
    case 0, ETIMEDOUT, EINPROGRESS:
      .unreachable(host: host, reason: LinkMetadataError.connectionTimedOut)
    default: .unreachable(host: host, reason: errnoText(systemError))
    }
  }

  private var certificateFault: String {
    // "… subject name '…' does not match target host name '…'", whatever the TLS library.
    text.contains("subject name")
      ? LocalizedText("its certificate is for another host").english
      : LinkMetadataError.untrustedCertificate
  }

  private var handshakeFault: String {
    // OpenSSL's and GnuTLS's words.
    let isPlain = ["wrong version number", "unexpected TLS packet", "packet length"]
      .contains { text.localizedCaseInsensitiveContains($0) }
    return isPlain
      ? LocalizedText("it doesn't support HTTPS on this port").english
      : LocalizedText("the TLS handshake failed").english
  }
}
