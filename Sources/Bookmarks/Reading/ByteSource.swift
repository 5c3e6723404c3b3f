import Markup
import Foundation

/// The bytes of a file or a pipe, piece by piece.
final class ByteSource {
  /// Its path, or `standard input`.
  let name: String
  /// Where it lies, when it is a file of its own and no pipe.
  let file: URL?
  private(set) var bytesRead = 0
  /// Nil when there is no end in sight.
  let bytesTotal: Int?

  private let handle: FileHandle

  /// In bytes: enough to tell formats and charsets by, little enough to stay in the caches.
  static let pieceLength = 16_384

  /// In bytes, ten times what the largest collections have: a pipe may have no end.
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

  /// The next bytes; none at the end. All but the last piece are of full length.
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
      throw .unreadable(file: name, reason: error.reasonInWords)
    }
  }
}
