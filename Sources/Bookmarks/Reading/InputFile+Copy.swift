import Markup
import Foundation

extension InputFile {
  /// Copies the content of a pipe to disk, so that it can be read without waiting. The copy has no
  /// name, so no file is left behind.
  ///
  /// Stops early if the start can't be bookmarks, or after more bytes than a file may have. Reading
  /// the copy then finds the same problem.
  package func copiedToDisk() throws(InputFileError) -> InputFile {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "bookmarks-" + String(repeating: "X", count: 6))
    var template = path.path(percentEncoded: false).utf8CString.map(\.self)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      throw .unreadable(
        reason: "no temporary file in \(path.deletingLastPathComponent().path()): "
          + String(cString: strerror(errno)))
    }
    unlink(template)
    let copy = try InputFile(descriptor: descriptor, closesDescriptor: true)
    var count = 0
    while let piece = try nextPiece(), !piece.isEmpty {
      do {
        try copy.handle.write(contentsOf: piece)
      } catch {
        throw .unreadable(reason: error.systemErrorText)
      }
      let isFirst = count == 0
      count += piece.count
      if count > ByteSource.limit || (isFirst && Self.isUnreadableBinary(piece)) { break }
    }
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system(errno) }
    return copy
  }

  static func isUnreadableBinary(_ start: Data) -> Bool {
    BookmarkReader.isBinary(start) && !GzipPieces.recognizes(start)
      && BookmarkFormat(startOfFile: start)?.isBinary != true
  }
}
