import CZlib
import NIOCore

/// Inflates a compressed body piece by piece, and no further than its reader asks. Most pages say
/// enough in their heads, and inflating the rest would take longer than reading the head.
final class BodyInflater {
  enum Failure: Error {
    /// The body isn't in the format, or it ends too early.
    case badData
    /// The inflated body is longer than the limit.
    case tooLong
  }

  private enum State {
    /// The first byte shows the format.
    case awaitsStart
    case inflating
    case ended
  }

  /// zlib keeps the address of its stream, so the stream can't be a property.
  private let stream: UnsafeMutablePointer<z_stream>
  private let isDeflate: Bool
  private let limit: Int
  private var state = State.awaitsStart
  private var length = 0
  private var input = ByteBuffer()
  /// Whether there may be more without further input, because the last piece was full.
  private var hasMore = false

  /// The maximum length of an inflated piece.
  private static let pieceLength = 16 << 10

  /// - Parameters:
  ///   - encoding: the value of the `Content-Encoding` header. Returns nil if it's neither gzip nor
  ///     deflate.
  ///   - limit: the maximum length of the inflated body.
  init?(encoding: String?, limit: Int) {
    let name = encoding?.lowercased()
    guard name == "gzip" || name == "x-gzip" || name == "deflate" else { return nil }
    isDeflate = name == "deflate"
    self.limit = limit
    stream = .allocate(capacity: 1)
    stream.initialize(to: z_stream())
  }

  deinit {
    if case .awaitsStart = state {} else { inflateEnd(stream) }
    stream.deinitialize(count: 1)
    stream.deallocate()
  }

  /// Adds the next compressed piece. Comes after ``next()`` has returned nil.
  func add(_ piece: ByteBuffer) { input = piece }

  /// Returns the next inflated piece, or nil if it takes more compressed bytes to continue.
  func next() throws(Failure) -> ByteBuffer? {
    switch state {
    case .awaitsStart:
      guard let first = input.readableBytesView.first else { return nil }
      try start(first)
    case .inflating: guard hasMore || input.readableBytes > 0 else { return nil }
    // Ignores what follows the end, as browsers do.
    case .ended: return nil
    }
    var output = ByteBufferAllocator().buffer(capacity: Self.pieceLength)
    var status = Z_OK
    input.readWithUnsafeMutableReadableBytes { source in
      stream.pointee.next_in = source.baseAddress?.assumingMemoryBound(to: Bytef.self)
      stream.pointee.avail_in = uInt(source.count)
      output.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.pieceLength) { target in
        stream.pointee.next_out = target.baseAddress?.assumingMemoryBound(to: Bytef.self)
        stream.pointee.avail_out = uInt(target.count)
        status = inflate(stream, Z_NO_FLUSH)
        hasMore = stream.pointee.avail_out == 0
        return target.count - Int(stream.pointee.avail_out)
      }
      return source.count - Int(stream.pointee.avail_in)
    }
    switch status {
    case Z_OK, Z_BUF_ERROR: break
    case Z_STREAM_END: state = .ended
    default: throw .badData
    }
    length += output.readableBytes
    if length > limit { throw .tooLong }
    return output.readableBytes > 0 ? output : nil
  }

  /// Checks that nothing is missing at the end of the body. An empty body is fine.
  func finish() throws(Failure) {
    if case .inflating = state { throw .badData }
  }

  private func start(_ first: UInt8) throws(Failure) {
    // `Content-Encoding: deflate` requires the header of zlib (RFC 9110, section 8.4.1.2), but some
    // servers leave it out, and browsers accept both.
    let isRaw = isDeflate && Self.isHeaderless(first)
    // 32 more detects the headers of zlib and gzip. Negative means no header.
    let window = isRaw ? -MAX_WBITS : MAX_WBITS + 32
    guard CZlib_inflateInit2(stream, window) == Z_OK else { throw .badData }
    state = .inflating
  }

  /// Whether a body that begins with `byte` is in neither zlib's nor gzip's format. A zlib body
  /// begins with method 8 and the window size. No encoder writes those bits at the start of bare
  /// DEFLATE.
  private static func isHeaderless(_ byte: UInt8) -> Bool {
    (byte & 0x0F != 8 || byte >> 4 > 7) && byte != 0x1F
  }
}
