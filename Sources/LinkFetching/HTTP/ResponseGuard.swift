import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOSSL

/// Stands between the decoder of a connection and AsyncHTTPClient's own handler, which it protects
/// and supplements.
///
/// Lets only valid responses through, because AsyncHTTPClient's state machine crashes the process on
/// others. For example, a status below 100 passes NIO's decoder, and then its body arrives without a
/// head. Any other response fails its request with ``MalformedResponse``.
///
/// A body that breaks off ends like a complete one, and its ``Exchange`` keeps the failure for the
/// reader. An error would make AsyncHTTPClient drop what has arrived but wasn't asked for yet.
final class ResponseGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  /// The maximum number of interim responses (RFC 9110, section 15.2) to a request.
  static let interimLimit = 32

  private enum State {
    /// No request is under way.
    case idle
    case awaitsHead(interims: Int)
    case awaitsEnd
    /// The connection is being closed.
    case failed
  }

  private var state = State.idle
  private let pending: PendingExchanges
  /// The exchange under way, or the last one.
  private var exchange: Exchange?
  private var hasCarriedRequests = false

  init(pending: PendingExchanges) { self.pending = pending }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard case .head(var head) = unwrapOutboundIn(data) else {
      return context.write(data, promise: promise)
    }
    if case .idle = state { state = .awaitsHead(interims: 0) }
    exchange = pending.removeExchange(from: &head)
    exchange?.update {
      $0.wasSent = true
      $0.isOnReusedConnection = hasCarriedRequests
    }
    hasCarriedRequests = true
    context.write(wrapOutboundOut(.head(head)), promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (state, unwrapInboundIn(data)) {
    case (.failed, _): return
    case (.awaitsHead(let interims), .head(let head)):
      exchange?.update { $0.hasResponse = true }
      switch head.status.code {
      // Drops interim responses. They have no effect, and AsyncHTTPClient would skip them, too.
      case 100..<200 where head.status.code != 101 && interims < Self.interimLimit:
        state = .awaitsHead(interims: interims + 1)
        return
      // Above 599, some sites have their own statuses, such as LinkedIn's 999.
      case 200..<1_000: state = .awaitsEnd
      // Refuses status 101 too, because no other protocol was offered to switch to.
      default: return fail(context)
      }
    case (.awaitsEnd, .body(let piece)):
      exchange?.update { $0.bodyLength += piece.readableBytes }
    case (.awaitsEnd, .end): state = .idle
    default: return fail(context)
    }
    context.fireChannelRead(data)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard case .awaitsEnd = state, let exchange else { return context.fireErrorCaught(error) }
    exchange.update {
      // A connection that ends without TLS's goodbye says nothing of a body whose length is known.
      if $0.failure == nil || $0.failure is NIOSSLError { $0.failure = error }
    }
    // The body ends when the connection is closed, so that AsyncHTTPClient can't use it again.
    context.close(promise: nil)
  }

  func channelInactive(context: ChannelHandlerContext) {
    if case .awaitsEnd = state, let exchange {
      exchange.update { $0.failure = $0.failure ?? HTTPClientError.remoteConnectionClosed }
      state = .failed
      context.fireChannelRead(wrapInboundOut(.end(nil)))
    }
    context.fireChannelInactive()
  }

  private func fail(_ context: ChannelHandlerContext) {
    state = .failed
    context.fireErrorCaught(MalformedResponse())
    context.close(promise: nil)
  }

  /// Adds the handler to the pipeline that AsyncHTTPClient created.
  static func add(to channel: any Channel, pending: PendingExchanges) throws {
    let pipeline = channel.pipeline.syncOperations
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
    try pipeline.addHandler(ResponseGuard(pending: pending), position: .after(decoder))
  }
}

/// The error of a request whose response violates the rules of HTTP.
struct MalformedResponse: Error {}
