import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Adds the zlib header to bodies in bare DEFLATE (RFC 1951). `Content-Encoding: deflate` requires
/// the header (RFC 9110, section 8.4.1.2), but some servers leave it out, and browsers accept both.
final class HeaderlessDeflate: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  /// Whether the first bytes of a `deflate` body are still to come.
  private var awaitsStart = false
  /// Whether the header was added to the current body.
  private(set) var isAdded = false

  /// A zlib header (RFC 1950, section 2.2): a window of 32 KB, no dictionary.
  private static let header: [UInt8] = [0x78, 0x01]

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    switch unwrapInboundIn(data) {
    case .head(let head):
      awaitsStart = head.headers.first(name: "Content-Encoding")?.lowercased() == "deflate"
      isAdded = false
    case .body(let body):
      if awaitsStart, let first = body.readableBytesView.first {
        awaitsStart = false
        if Self.isHeaderless(first) {
          isAdded = true
          context.fireChannelRead(wrapInboundOut(.body(ByteBuffer(bytes: Self.header))))
        }
      }
    case .end: break
    }
    context.fireChannelRead(data)
  }

  /// Whether a body that begins with `byte` is in neither zlib's nor gzip's format. A zlib body
  /// begins with method 8 and the window size. No encoder writes those bits at the start of bare
  /// DEFLATE.
  private static func isHeaderless(_ byte: UInt8) -> Bool {
    (byte & 0x0F != 8 || byte >> 4 > 7) && byte != 0x1F
  }

  /// Suppresses the error about a missing checksum, because bodies without the header have no
  /// checksum either.
  final class EndFilter: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart

    private let deflate: HeaderlessDeflate

    init(of deflate: HeaderlessDeflate) { self.deflate = deflate }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
      let missing = NIOHTTPDecompression.ExtraDecompressionError.truncatedData
      if deflate.isAdded, error as? NIOHTTPDecompression.ExtraDecompressionError == missing {
        return
      }
      context.fireErrorCaught(error)
    }
  }
}
