import AsyncHTTPClient
import NIOCore
import NIOHTTP1

/// Lets only complete, valid responses reach AsyncHTTPClient, because its state machine crashes the
/// process on others. For example, a status below 100 passes NIO's decoder, and then its body
/// arrives without a head.
///
/// It sits between the decoder and AsyncHTTPClient's own handler. Any other response fails its
/// request with ``MalformedResponse``.
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

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if case .head = unwrapOutboundIn(data), case .idle = state { state = .awaitsHead(interims: 0) }
    context.write(data, promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch (state, unwrapInboundIn(data)) {
    case (.failed, _): return
    case (.awaitsHead(let interims), .head(let head)):
      switch head.status.code {
      // Drops interim responses. They have no effect, and AsyncHTTPClient would skip them, too.
      case 100..<200 where head.status.code != 101 && interims < Self.interimLimit:
        state = .awaitsHead(interims: interims + 1)
        return
      // Above 599, some sites have their own statuses, such as LinkedIn's 999.
      case 200..<1_000: state = .awaitsEnd
      // 101 is among these, because no other protocol was offered to switch to.
      default: return fail(context)
      }
    case (.awaitsEnd, .body): break
    case (.awaitsEnd, .end): state = .idle
    default: return fail(context)
    }
    context.fireChannelRead(data)
  }

  private func fail(_ context: ChannelHandlerContext) {
    state = .failed
    context.fireErrorCaught(MalformedResponse())
    context.close(promise: nil)
  }

  /// Adds the handler to the pipeline that AsyncHTTPClient created.
  static func add(to channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let decoder = try pipeline.handler(type: ByteToMessageHandler<HTTPResponseDecoder>.self)
    try pipeline.addHandler(ResponseGuard(), position: .after(decoder))
  }
}

/// The error of a request whose response violates the rules of HTTP.
struct MalformedResponse: Error {}
