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
  /// What's inflated is limited here.
  private var gzip: Inflater?
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

  /// Whether a file is compressed, by its first bytes: the mark of gzip, and the only method.
  static func isGzip(_ start: some Collection<UInt8>) -> Bool {
    start.starts(with: Inflater.gzipMark)
  }

  /// Reads the next bytes; empty at the end. All pieces but the last have the full length at least.
  func nextPiece() throws(BookmarkFileError) -> [UInt8] {
    var input = try readPiece()
    if !hasStarted {
      hasStarted = true
      if Self.isGzip(input) {
        gzip = Inflater(format: .gzip, limit: .max)
        file = nil
      }
    }
    guard let gzip else { return input }
    var piece: [UInt8] = []
    while gzip.canContinue(inputCount: input.count) {
      do throws(Inflater.Failure) {
        piece += try gzip.inflate(input, upTo: .max)
      } catch {
        throw .damagedGzip(file: name)
      }
      guard gzip.length <= limits.inflated else {
        throw .tooLargeInflated(file: name, limit: limits.inflated)
      }
      if piece.count >= Self.pieceLength { break }
      input = try readPiece()
    }
    if piece.isEmpty, !gzip.hasEnded { throw .damagedGzip(file: name) }
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
