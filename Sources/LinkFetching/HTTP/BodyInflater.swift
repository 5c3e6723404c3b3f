import CCurl
import Markup

/// Inflates a compressed body piece by piece, and no further than its reader asks. The heads of
/// most pages suffice, and inflating the whole body would take longer than reading the head.
final class BodyInflater {
  typealias Failure = Inflater.Failure

  private let inflater: any PieceDecoder
  private var input: [UInt8] = []
  private var position = 0

  /// The maximum length of an inflated piece.
  private static let pieceLength = 16 << 10

  /// - Parameters:
  ///   - encoding: the value of the `Content-Encoding` header. Returns nil if it's none that can
  ///     be decoded here.
  ///   - limit: the maximum length of the inflated body.
  init?(encoding: String?, limit: Int) {
    switch encoding?.lowercased() {
    case "gzip", "x-gzip": inflater = Inflater(format: .gzip, limit: limit)
    case "deflate": inflater = Inflater(format: .deflate, limit: limit)
    case let name?:
      guard let decoder = ContentDecoder(name, limit: limit) else { return nil }
      inflater = decoder
    case nil: return nil
    }
  }

  /// Adds the next compressed piece. Call it after ``next()`` has returned nil.
  func add(_ piece: [UInt8]) {
    input = piece
    position = 0
  }

  /// Returns the next inflated piece, or nil if more compressed bytes are needed. Ignores bytes
  /// after the end, as browsers do.
  func next() throws(Failure) -> [UInt8]? {
    while inflater.canContinue(inputCount: input.count - position) {
      let piece = try inflate()
      // Between two members, bytes are read and none are written.
      if !piece.isEmpty { return piece }
    }
    return nil
  }

  private func inflate() throws(Failure) -> [UInt8] {
    var failure: Failure?
    let piece = [UInt8](unsafeUninitializedCapacity: Self.pieceLength) { target, count in
      input.withUnsafeMutableBytes { source in
        do throws(Failure) {
          let step = try inflater.inflate(
            UnsafeMutableRawBufferPointer(rebasing: source[position...]),
            into: UnsafeMutableRawBufferPointer(target))
          position += step.read
          count = step.written
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    return piece
  }

  /// Throws if the end of the body is missing. An empty body is fine.
  func finish() throws(Failure) { try inflater.finish() }
}

/// Decodes a compressed body piece by piece.
protocol PieceDecoder {
  /// Whether ``inflate(_:into:)`` can produce output from this many bytes of input.
  func canContinue(inputCount: Int) -> Bool
  /// Decodes as much as fits into the target. Returns the number of bytes read and written.
  func inflate(
    _ source: UnsafeMutableRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) throws(Inflater.Failure) -> (read: Int, written: Int)
  /// Checks that the end isn't missing. No bytes at all are fine.
  func finish() throws(Inflater.Failure)
}

extension Inflater: PieceDecoder {}

/// Decodes brotli (RFC 7932) and Zstandard (RFC 8878) with the system's libraries.
final class ContentDecoder: PieceDecoder {
  private enum State {
    case awaitsStart
    case decoding
    /// A frame of Zstandard has ended, and another one may follow (RFC 8878, section 3.1).
    case betweenFrames
    case ended
  }

  private let kind: DecoderKind
  private let decoder: UnsafeMutableRawPointer
  private let limit: Int
  private var state = State.awaitsStart
  private var length = 0
  /// Whether there may be more output without further input, because the last output was full.
  private var hasMore = false

  /// The encodings that can be decoded here, as they stand in `Content-Encoding`.
  static let names = [("br", DecoderKindBrotli), ("zstd", DecoderKindZstandard)]
    .filter { decoder_exists($0.1) }.map(\.0)

  /// - Parameters:
  ///   - name: the encoding. Returns nil if it can't be decoded here.
  ///   - limit: the maximum number of decoded bytes.
  init?(_ name: String, limit: Int) {
    guard Self.names.contains(name) else { return nil }
    kind = name == "br" ? DecoderKindBrotli : DecoderKindZstandard
    guard let decoder = decoder_create(kind) else { return nil }
    self.decoder = decoder
    self.limit = limit
  }

  deinit { decoder_free(kind, decoder) }

  func canContinue(inputCount: Int) -> Bool {
    switch state {
    case .awaitsStart, .betweenFrames: inputCount > 0
    case .decoding: hasMore || inputCount > 0
    case .ended: false
    }
  }

  func inflate(
    _ source: UnsafeMutableRawBufferPointer, into target: UnsafeMutableRawBufferPointer
  ) throws(Inflater.Failure) -> (read: Int, written: Int) {
    var (read, written) = (0, 0)
    let status = decoder_decode(
      kind, decoder, source.baseAddress, source.count, target.baseAddress, target.count, &read,
      &written)
    hasMore = written == target.count
    switch (state, status) {
    // What follows the last frame belongs to something else.
    case (.betweenFrames, DecoderStatusBroken): state = .ended
    // Returns the intact bytes before the damage. The damage is reported again at the next call.
    case (_, DecoderStatusBroken) where written > 0: hasMore = true
    case (_, DecoderStatusBroken): throw .badData
    case (_, DecoderStatusEnded):
      state = kind == DecoderKindZstandard ? .betweenFrames : .ended
    case (_, _) where read == 0 && written == 0 && !source.isEmpty: throw .badData
    default: state = .decoding
    }
    length += written
    if length > limit { throw .tooLong(limit: limit) }
    return (read, written)
  }

  func finish() throws(Inflater.Failure) { if case .decoding = state { throw .badData } }
}
