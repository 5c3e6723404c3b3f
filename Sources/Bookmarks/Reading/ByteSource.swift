import Foundation
import Markup

/// The bytes of a file, a pipe or a response, in pieces. A gzip file is inflated.
final class ByteSource {
  /// The path, the address, or `standard input`.
  let name: String
  /// The location of an uncompressed regular file; nil for any other source.
  private(set) var file: URL?
  /// The number of bytes read, before inflation.
  private(set) var bytesRead = 0
  /// The size in bytes, before inflation; nil if unknown.
  let bytesTotal: Int?

  private let read: (_ count: Int) throws -> Data?
  private var gzip: GzipPieces?
  private var hasStarted = false

  /// The length of a piece in bytes: enough to recognize formats and encodings, and small enough
  /// for the processor's caches.
  static let pieceLength = 16_384

  /// The maximum size in bytes of what isn't on disk, ten times the largest collections. A pipe may
  /// have no end.
  static let limit = 1 << 30

  /// The maximum sizes in bytes.
  struct Limits {
    let file: Int
    let inflated: Int

    /// A sitemap may have 50 MB after inflation (https://www.sitemaps.org/protocol.html).
    static let bookmarks = Limits(file: ByteSource.limit, inflated: 64 << 20)
    static let none = Limits(file: .max, inflated: .max)
  }

  private var limits: Limits
  private let isOnDisk: Bool
  /// The number of bytes delivered, after inflation.
  private var inflatedCount = 0

  convenience init(file: URL, limits: Limits = .bookmarks) throws(BookmarkFileError) {
    let path = file.path(percentEncoded: false)
    do {
      self.init(handle: try InputFile(path: path).handle, name: path, file: file, limits: limits)
    } catch {
      throw .unreadable(file: path, reason: error.reason)
    }
  }

  init(handle: FileHandle, name: String, file: URL?, limits: Limits = .bookmarks) {
    self.name = name
    self.limits = limits
    var status = stat()
    let isRegular = fstat(handle.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    bytesTotal = isRegular ? Int(status.st_size) : nil
    self.file = isRegular ? file : nil
    isOnDisk = isRegular
    read = { count in try handle.read(upToCount: count) }
  }

  init(data: Data, name: String) {
    self.name = name
    limits = .bookmarks
    isOnDisk = false
    bytesTotal = data.count
    var remaining = data
    read = { count in
      defer { remaining = remaining.dropFirst(count) }
      return remaining.prefix(count)
    }
  }

  /// Lets a file on disk have any size, for readers whose memory doesn't grow with it.
  func allowAnySize() {
    if isOnDisk { limits = .none }
  }

  /// Reads the next bytes; empty at the end. All pieces but the last have the full length.
  func nextPiece() throws(BookmarkFileError) -> [UInt8] {
    if !hasStarted {
      hasStarted = true
      let first = try readPiece()
      guard GzipPieces.recognizes(first) else { return first }
      gzip = GzipPieces(start: first, file: name)
      file = nil
    }
    guard var gzip else { return try readPiece() }
    defer { self.gzip = gzip }
    let piece = try gzip.next(length: Self.pieceLength) { () throws(BookmarkFileError) in
      try readPiece()
    }
    inflatedCount += piece.count
    guard inflatedCount <= limits.inflated else {
      throw .tooLargeInflated(file: name, limit: limits.inflated)
    }
    return piece
  }

  private func readPiece() throws(BookmarkFileError) -> [UInt8] {
    do {
      let piece = Array(try read(Self.pieceLength) ?? Data())
      bytesRead += piece.count
      guard bytesRead <= limits.file else {
        throw BookmarkFileError.tooLarge(file: name, limit: limits.file)
      }
      return piece
    } catch let error as BookmarkFileError {
      throw error
    } catch {
      throw .unreadable(file: name, reason: error.systemErrorText)
    }
  }
}

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
