import Markup

/// Inflates a gzip file (RFC 1952), whose bytes arrive in pieces.
struct GzipPieces {
  private let file: String
  /// What's inflated is limited by ``ByteSource``.
  private let inflater = Inflater(format: .gzip, limit: .max)
  private var input: [UInt8]

  /// Whether a file is compressed, by its first bytes: the mark of gzip, and the only method.
  static func recognizes(_ start: some Collection<UInt8>) -> Bool {
    start.starts(with: Inflater.gzipMark)
  }

  /// - Parameters:
  ///   - start: the first compressed bytes.
  ///   - file: the name for errors.
  init(start: [UInt8], file: String) {
    input = start
    self.file = file
  }

  /// Returns the next inflated bytes; fewer than `length` only at the end.
  /// - Parameter more: returns the next compressed bytes; empty at the end.
  mutating func next(
    length: Int, more: () throws(BookmarkFileError) -> [UInt8]
  ) throws(BookmarkFileError) -> [UInt8] {
    var output: [UInt8] = []
    while output.count < length {
      if input.isEmpty { input = try more() }
      guard inflater.canContinue(inputCount: input.count) else { break }
      do throws(Inflater.Failure) {
        try inflate(into: &output, upTo: length)
      } catch {
        throw .damagedGzip(file: file)
      }
    }
    if output.isEmpty, !inflater.hasEnded { throw .damagedGzip(file: file) }
    return output
  }

  private mutating func inflate(
    into output: inout [UInt8], upTo length: Int
  ) throws(Inflater.Failure) {
    var failure: Inflater.Failure?
    var source = input
    let inflater = inflater
    var read = 0
    let piece = [UInt8](unsafeUninitializedCapacity: length - output.count) { target, count in
      source.withUnsafeMutableBytes { source in
        do throws(Inflater.Failure) {
          (read, count) = try inflater.inflate(source, into: UnsafeMutableRawBufferPointer(target))
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    input.removeFirst(read)
    output += piece
  }
}
