import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Lets only whole and regular responses reach AsyncHTTPClient, whose state machine ends the process
/// on others: a status below 100 passes NIO's decoder, and then its body comes without a head.
///
/// It stands between the decoder and AsyncHTTPClient's own handlers. Any other response fails its
/// request with ``MalformedResponse``.
final class ResponseGuard: ChannelDuplexHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart
  typealias OutboundIn = HTTPClientRequestPart
  typealias OutboundOut = HTTPClientRequestPart

  /// Interim responses (RFC 9110, section 15.2) to one request, after which no other is waited for.
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
      // Nothing follows from them, and AsyncHTTPClient would pass over them, too.
      case 100,
        102..<200 where interims < Self.interimLimit:
        state = .awaitsHead(interims: interims + 1)
        return
      // Beyond 599 some sites have statuses of their own, such as LinkedIn's 999.
      case 200..<1_000: state = .awaitsEnd
      // No other protocol was offered that 101 could switch to.
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

  /// Adds the guards of responses to the pipeline that AsyncHTTPClient has made.
  static func add(to channel: any Channel) throws {
    let pipeline = channel.pipeline.syncOperations
    let decompressor = try pipeline.handler(type: NIOHTTPResponseDecompressor.self)
    let deflate = HeaderlessDeflate()
    try pipeline.addHandlers([ResponseGuard(), deflate], position: .before(decompressor))
    try pipeline.addHandler(
      HeaderlessDeflate.EndFilter(of: deflate), position: .after(decompressor))
  }
}

/// What a request fails with whose response is none by the rules of HTTP.
struct MalformedResponse: Error {}
