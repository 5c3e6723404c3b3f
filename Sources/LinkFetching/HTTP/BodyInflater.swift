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
