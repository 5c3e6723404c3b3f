import AsyncHTTPClient
import Foundation
import LinkPreview
import Localization
import Markup
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

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
    guard let proxy, case .failed(let cause) = meaning else {
      self = meaning
      return
    }
    switch cause {
    case .hostNotFound, .connectionRefused, .unreachable, .connectionClosed, .badResponse:
      self = .failed(.proxy(host: proxy.host, reason: cause.description))
    case .httpStatus, .tls, .notAWebPage, .tooManyRedirects, .badRedirect, .badCompression,
      .emptyPage, .tooLarge, .botWall, .proxy, .badProxySetting, .alreadyStarted:
      self = meaning
    }
  }

  private static func meaning(of error: any Error, host: String, url: URL) -> LinkMetadataError {
    switch error {
    case is CancellationError: return .cancelled
    case let error as LinkMetadataError: return error
    case is PrivateAddressReached: return .notAllowed(.privateAddress(url.displayHost))
    case BodyInflater.Failure.tooLong(let limit): return .failed(.tooLarge(limit: limit))
    case is BodyInflater.Failure:
      return .failed(.badCompression(host: url.displayHost))
    case ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed, ChannelError.eof:
      return .failed(.connectionClosed(host))
    case let error as NIOConnectionError: return .failed(Cause(error))
    case let error as IOError: return .failed(Cause(error, host: host))
    case let error as HTTPClientError: return meaning(of: error, host: host)
    case let error as NIOSSLError: return .failed(.tls(host: host, reason: error.systemErrorText))
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      return .failed(
        .tls(host: host, reason: LocalizedText("its certificate is for another host").english))
    case let error as BoringSSLError:
      return .failed(.tls(host: host, reason: error.systemErrorText))
    case is HTTPParserError, is MalformedResponse: return .failed(.badResponse(host: host))
    default: return .unknown(PlainText.folded(String(describing: error)) ?? "")
    }
  }

  private static func meaning(of error: HTTPClientError, host: String) -> LinkMetadataError {
    switch error {
    case .cancelled: .cancelled
    case .remoteConnectionClosed: .failed(.connectionClosed(host))
    case .connectTimeout, .tlsHandshakeTimeout:
      .failed(.unreachable(host: host, reason: connectionTimedOut))
    case .proxyAuthenticationRequired:
      .failed(
        .proxy(host: host, reason: LocalizedText("it requires a user name and password").english))
    case .invalidProxyResponse:
      .failed(
        .proxy(host: host, reason: LocalizedText("it refused to connect to the site").english))
    case .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
      .failed(.proxy(host: host, reason: LocalizedText("no answer").english))
    case .emptyHost, .emptyScheme, .invalidURL: .notAllowed(.notAWebAddress)
    default: .unknown(PlainText.folded(error.shortDescription) ?? "")
    }
  }
}

extension LinkMetadataError.Cause {
  /// Explains why no address of a host accepted a connection.
  fileprivate init(_ error: NIOConnectionError) {
    let causes = error.connectionErrors.compactMap { $0.error as? IOError }
    if error.connectionErrors.isEmpty {
      self = .hostNotFound(error.host)
    } else if let cause = causes.first(where: { $0.errnoCode == ECONNREFUSED }) ?? causes.first {
      self.init(cause, host: error.host)
    } else {
      self = .unreachable(host: error.host, reason: LinkMetadataError.connectionTimedOut)
    }
  }

  fileprivate init(_ error: IOError, host: String) {
    switch error.errnoCode {
    case ECONNREFUSED: self = .connectionRefused(host)
    case ECONNRESET, EPIPE: self = .connectionClosed(host)
    default: self = .unreachable(host: host, reason: errnoText(error.errnoCode))
    }
  }
}

extension NIOSSLError {
  fileprivate var systemErrorText: String {
    switch self {
    case .handshakeFailed(let error): error.systemErrorText
    case .unableToValidateCertificate: LinkMetadataError.untrustedCertificate
    default: PlainText.folded(String(describing: self)) ?? LocalizedText("TLS failed").english
    }
  }
}

extension BoringSSLError {
  fileprivate var systemErrorText: String {
    let text = String(describing: self)
    if text.contains("CERTIFICATE_VERIFY_FAILED") { return LinkMetadataError.untrustedCertificate }
    if text.contains("WRONG_VERSION_NUMBER") {
      return LocalizedText("it doesn't support HTTPS on this port").english
    }
    return LocalizedText("the TLS handshake failed").english
  }
}
