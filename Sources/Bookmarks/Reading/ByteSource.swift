import Markup
import Foundation

/// The bytes of a file or a pipe, in pieces.
final class ByteSource {
  /// The path, or `standard input`.
  let name: String
  /// The location of a regular file; nil for a pipe.
  let file: URL?
  private(set) var bytesRead = 0
  /// The size in bytes; nil if it isn't known.
  let bytesTotal: Int?

  private let handle: FileHandle

  /// In bytes: enough to recognize formats and encodings, and small enough to stay in the caches.
  static let pieceLength = 16_384

  /// In bytes, ten times the largest collections. Needed because a pipe may have no end.
  static let limit = 1 << 30

  convenience init(file: URL) throws(BookmarkFileError) {
    let path = file.path(percentEncoded: false)
    do {
      self.init(handle: try InputFile(path: path).handle, name: path, file: file)
    } catch {
      throw .unreadable(file: path, reason: error.reason)
    }
  }

  init(handle: FileHandle, name: String, file: URL?) {
    self.handle = handle
    self.name = name
    var status = stat()
    let isRegular = fstat(handle.fileDescriptor, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    bytesTotal = isRegular ? Int(status.st_size) : nil
    self.file = isRegular ? file : nil
  }

  /// Reads the next bytes; empty at the end. All pieces but the last have the full length.
  func nextPiece() throws(BookmarkFileError) -> [UInt8] {
    do {
      let piece = Array(try handle.read(upToCount: Self.pieceLength) ?? Data())
      bytesRead += piece.count
      guard bytesRead <= Self.limit else {
        throw BookmarkFileError.tooLarge(file: name, limit: Self.limit)
      }
      return piece
    } catch let error as BookmarkFileError {
      throw error
    } catch {
      throw .unreadable(file: name, reason: error.systemErrorText)
    }
  }
}
