package import Foundation
import Localization
import Markup

/// A file or a pipe that the user named, to be read to its end. Refuses devices and folders,
/// because they have no end or nothing to read.
package struct InputFile {
  package let handle: FileHandle
  /// False for a pipe or a terminal, which may block the reader.
  package let isRegular: Bool
  /// The size in bytes; nil if unknown.
  package let size: Int?

  /// Opens a file. Waits for a writer if the file is a named pipe.
  /// - Parameter bytes: the path in the system's bytes, terminated by a zero, if it isn't UTF-8.
  package init(path: String, bytes: [CChar]? = nil) throws(InputFileError) {
    let path = bytes ?? path.utf8CString.map(\.self)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .system(errno) }
    // Checks before opening, because opening a device may already have effects.
    try Self.check(status)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno) }
    try self.init(descriptor: descriptor, closesDescriptor: true)
  }

  /// The file descriptor of standard input. Commands that run in the same process have one each.
  @TaskLocal package static var standardInputDescriptor = STDIN_FILENO

  /// Standard input, which may be a terminal.
  package static var standardInput: InputFile {
    get throws(InputFileError) {
      try InputFile(descriptor: standardInputDescriptor, closesDescriptor: false)
    }
  }

  init(descriptor: Int32, closesDescriptor: Bool) throws(InputFileError) {
    handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: closesDescriptor)
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .system(errno) }
    if isatty(descriptor) == 0 { try Self.check(status) }
    isRegular = status.st_mode & S_IFMT == S_IFREG
    size = isRegular ? Int(status.st_size) : nil
  }

  private static func check(_ status: stat) throws(InputFileError) {
    switch status.st_mode & S_IFMT {
    case S_IFDIR: throw .folder
    case S_IFBLK: throw .device
    // The null device is empty, and often stands for no input.
    case S_IFCHR where !isNull(status): throw .device
    default: break
    }
  }

  private static func isNull(_ device: stat) -> Bool {
    var null = stat()
    return stat("/dev/null", &null) == 0 && null.st_rdev == device.st_rdev
  }

  /// Whether a file can be read without waiting. False also if it doesn't exist.
  package static func isRegular(path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Reads the whole file.
  /// - Parameters:
  ///   - limit: the maximum size in bytes. Throws ``InputFileError/tooLarge(limit:)`` above it.
  ///   - isText: whether to throw ``InputFileError/binary`` at a zero byte.
  ///   - isBookmarks: whether to throw ``InputFileError/binary`` if the start is neither text nor a
  ///     format of bookmarks.
  package func contents(
    limit: Int, isText: Bool = false, isBookmarks: Bool = false
  ) throws(InputFileError) -> Data {
    if let size, size > limit { throw .tooLarge(limit: limit) }
    var contents = Data()
    while true {
      guard let piece = try nextPiece(), !piece.isEmpty else { return contents }
      if isText, piece.contains(0) { throw .binary }
      if isBookmarks, contents.isEmpty, Self.isUnreadableBinary(piece) { throw .binary }
      contents.append(piece)
      if contents.count > limit { throw .tooLarge(limit: limit) }
    }
  }

  func nextPiece() throws(InputFileError) -> Data? {
    do {
      return try handle.read(upToCount: 65_536)
    } catch {
      throw .unreadable(reason: Catalogue.with(.stored) { error.systemErrorText })
    }
  }
}

/// The reason why a file isn't read.
package enum InputFileError: Error, Hashable, Sendable {
  case unreadable(reason: String)
  case folder
  case device
  /// The file has more than this many bytes.
  case tooLarge(limit: Int)
  /// The file should be text, but isn't.
  case binary

  static func system(_ code: Int32) -> InputFileError {
    .unreadable(reason: errnoText(code))
  }

  /// The text after "cannot read it:".
  package var reason: String {
    switch self {
    case .unreadable(let reason): reason.translated
    case .folder: FileFailure.folder
    case .device: localized("it is a device, not a file")
    case .tooLarge(let limit): localized("it is larger than \(limit >> 20) MB")
    case .binary: localized("it isn't a text file")
    }
  }
}

extension InputFile {
  /// Copies the content of a pipe to disk, so that it can be read without waiting. The copy has no
  /// name, so no file is left behind.
  ///
  /// Stops early if the start can't be what's expected. Reading the copy then finds the same problem.
  package func copiedToDisk() throws(InputFileError) -> InputFile {
    let path = FileManager.default.temporaryDirectory
      .appending(path: "bookmarks-" + String(repeating: "X", count: 6))
    var template = path.path(percentEncoded: false).utf8CString.map(\.self)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else {
      let reason = errnoText(errno).translated
      throw .unreadable(
        reason: localized(
          "no temporary file in \(path.deletingLastPathComponent().path()): \(reason)"))
    }
    unlink(template)
    let copy = try InputFile(descriptor: descriptor, closesDescriptor: true)
    var count = 0
    while let piece = try nextPiece(), !piece.isEmpty {
      do {
        try copy.handle.write(contentsOf: piece)
      } catch {
        throw .unreadable(reason: Catalogue.with(.stored) { error.systemErrorText })
      }
      if count == 0, Self.isUnreadableBinary(piece) { break }
      count += piece.count
      // There's more in a pipe than in the largest collections of bookmarks.
      if count > ByteSource.limit { throw .tooLarge(limit: ByteSource.limit) }
    }
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { throw .system(errno) }
    return copy
  }

  package static func isUnreadableBinary(_ start: Data) -> Bool {
    BookmarkReader.isBinary(start) && !ByteSource.isGzip(start)
      && !ZipArchive.recognizes(start) && BookmarkFormat(startOfFile: start)?.isBinary != true
  }
}
