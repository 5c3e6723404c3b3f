import Markup
import NIOCore

/// Inflates a compressed body piece by piece, and no further than its reader asks. The heads of
/// most pages suffice, and inflating the whole body would take longer than reading the head.
final class BodyInflater {
  typealias Failure = Inflater.Failure

  private let inflater: Inflater
  private var input = ByteBuffer()

  /// The maximum length of an inflated piece.
  private static let pieceLength = 16 << 10

  /// - Parameters:
  ///   - encoding: the value of the `Content-Encoding` header. Returns nil if it's neither gzip nor
  ///     deflate.
  ///   - limit: the maximum length of the inflated body.
  init?(encoding: String?, limit: Int) {
    switch encoding?.lowercased() {
    case "gzip", "x-gzip": inflater = Inflater(format: .gzip, limit: limit)
    case "deflate": inflater = Inflater(format: .deflate, limit: limit)
    default: return nil
    }
  }

  /// Adds the next compressed piece. Call it after ``next()`` has returned nil.
  func add(_ piece: ByteBuffer) { input = piece }

  /// Returns the next inflated piece, or nil if more compressed bytes are needed. Ignores bytes
  /// after the end, as browsers do.
  func next() throws(Failure) -> ByteBuffer? {
    while inflater.canContinue(inputCount: input.readableBytes) {
      let piece = try inflate()
      // Between two members, bytes are read and none are written.
      if piece.readableBytes > 0 { return piece }
    }
    return nil
  }

  private func inflate() throws(Failure) -> ByteBuffer {
    var output = ByteBufferAllocator().buffer(capacity: Self.pieceLength)
    var failure: Failure?
    input.readWithUnsafeMutableReadableBytes { source in
      var count = 0
      output.writeWithUnsafeMutableBytes(minimumWritableBytes: Self.pieceLength) { target in
        do throws(Failure) {
          let step = try inflater.inflate(source, into: target)
          count = step.read
          return step.written
        } catch {
          failure = error
          return 0
        }
      }
      return count
    }
    if let failure { throw failure }
    return output
  }

  /// Throws if the end of the body is missing. An empty body is fine.
  func finish() throws(Failure) { try inflater.finish() }
}
