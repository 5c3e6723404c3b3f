import AsyncHTTPClient
import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP1
import NIOSSL

/// A request and its response, with facts about their connection that AsyncHTTPClient doesn't
/// report. ``ResponseGuard`` fills them in.
final class Exchange: Sendable {
  struct Progress: Sendable {
    /// Whether the request reached a connection.
    var wasSent = false
    /// Whether the connection had carried other requests before.
    var isOnReusedConnection = false
    var hasResponse = false
    /// The number of bytes of the body that arrived, still compressed.
    var bodyLength = 0
    /// The error that cut the body off.
    var failure: (any Error)?
  }

  private let box = NIOLockedValueBox(Progress())

  var progress: Progress { box.withLockedValue(\.self) }

  func update(_ change: (inout Progress) -> Void) { box.withLockedValue { change(&$0) } }

  /// Whether the request may be sent again after an error, because the server had closed an idle
  /// connection, or was about to, when the request came.
  func mayBeRepeated(after error: any Error) -> Bool {
    let progress = progress
    guard !progress.hasResponse, !progress.wasSent || progress.isOnReusedConnection else {
      return false
    }
    return switch error {
    case let error as HTTPClientError: error == .remoteConnectionClosed
    case NIOSSLError.uncleanShutdown, ChannelError.ioOnClosedChannel, ChannelError.alreadyClosed,
      ChannelError.eof:
      true
    case let error as IOError: [ECONNRESET, EPIPE, ENOTCONN].contains(error.errnoCode)
    default: false
    }
  }
}

/// The exchanges whose requests are on their way to a connection.
///
/// AsyncHTTPClient doesn't tell a connection which request it carries, so the request names its
/// exchange in a header, which ``ResponseGuard`` removes.
final class PendingExchanges: Sendable {
  private static let header = "raylette-exchange"

  private let box = NIOLockedValueBox((next: 0, exchanges: [String: Exchange]()))

  /// Runs a body with a new exchange and a copy of the request that names it.
  func withExchange<Value: Sendable>(
    for request: HTTPClientRequest,
    _ body: (HTTPClientRequest, Exchange) async throws -> Value
  ) async throws -> Value {
    let exchange = Exchange()
    let name = box.withLockedValue { box in
      box.next += 1
      let name = String(box.next)
      box.exchanges[name] = exchange
      return name
    }
    defer { box.withLockedValue { $0.exchanges[name] = nil } }
    var named = request
    named.headers.replaceOrAdd(name: Self.header, value: name)
    return try await body(named, exchange)
  }

  /// Returns the exchange that a request names, and removes the name.
  func removeExchange(from head: inout HTTPRequestHead) -> Exchange? {
    guard let name = head.headers.first(name: Self.header) else { return nil }
    head.headers.remove(name: Self.header)
    return box.withLockedValue { $0.exchanges.removeValue(forKey: name) }
  }
}
