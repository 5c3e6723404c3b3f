import NIOCore
import NIOHTTP1
import NIOHTTPCompression

/// Gives bodies in bare DEFLATE (RFC 1951) the header that `Content-Encoding: deflate` stands for
/// (RFC 9110, section 8.4.1.2). Some servers leave it out, and browsers take both.
final class HeaderlessDeflate: ChannelInboundHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias InboundOut = HTTPClientResponsePart

  /// Whether the first bytes of a body in `deflate` are still to come.
  private var awaitsStart = false
  /// Whether the header was added to the present body.
  private(set) var isAdded = false

  /// Of zlib (RFC 1950, section 2.2): a window of 32 KB, no dictionary.
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

  /// Whether a body that begins with `byte` is neither in zlib's format nor in gzip's: the former
  /// begins with the method 8 and the size of the window, and in bare DEFLATE both would be bits
  /// that no encoder writes.
  private static func isHeaderless(_ byte: UInt8) -> Bool {
    (byte & 0x0F != 8 || byte >> 4 > 7) && byte != 0x1F
  }

  /// Keeps back the complaint that the checksum is missing, which belongs to the header.
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
