import Markup
package import Foundation

/// A file or a pipe that somebody named to be read to its end. Devices and folders are refused: they
/// have no end, or nothing to read.
package struct InputFile {
  package let handle: FileHandle
  /// False for a pipe or a terminal, which may keep a reader waiting.
  package let isRegular: Bool
  /// In bytes; nil for what has no size yet.
  package let size: Int?

  /// Opens a file; waits for a writer where it is a named pipe.
  /// - Parameter bytes: the path as the system has it, with a zero at its end, where that is no UTF-8.
  package init(path: String, bytes: [CChar]? = nil) throws(InputFileError) {
    let path = bytes ?? path.utf8CString.map(\.self)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .system(errno) }
    // Before it is opened, since opening a device may already do something.
    try Self.check(status)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .system(errno) }
    try self.init(descriptor: descriptor, closesDescriptor: true)
  }

  /// Standard input, a terminal too.
  package static var standardInput: InputFile {
    get throws(InputFileError) {
      try InputFile(descriptor: STDIN_FILENO, closesDescriptor: false)
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
    // The null device is empty, and often stands for no input at all.
    case S_IFCHR where !isNull(status): throw .device
    default: break
    }
  }

  private static func isNull(_ device: stat) -> Bool {
    var null = stat()
    return stat("/dev/null", &null) == 0 && null.st_rdev == device.st_rdev
  }

  /// Whether reading a file needs no waiting; false also for what is not there.
  package static func isRegular(path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
  }

  /// Reads all of it.
  /// - Parameters:
  ///   - limit: in bytes; reading ends with an error behind it.
  ///   - isText: whether a zero byte ends the reading, too.
  package func contents(limit: Int, isText: Bool = false) throws(InputFileError) -> Data {
    if let size, size > limit { throw .tooLarge(limit: limit) }
    var contents = Data()
    while true {
      guard let piece = try nextPiece(), !piece.isEmpty else { return contents }
      if isText, piece.contains(0) { throw .binary }
      contents.append(piece)
      if contents.count > limit { throw .tooLarge(limit: limit) }
    }
  }

  func nextPiece() throws(InputFileError) -> Data? {
    do {
      return try handle.read(upToCount: 65_536)
    } catch {
      throw .unreadable(reason: error.reasonInWords)
    }
  }
}

/// Why a file is not read.
package enum InputFileError: Error, Hashable, Sendable {
  case unreadable(reason: String)
  case folder
  case device
  /// It has more than this many bytes.
  case tooLarge(limit: Int)
  /// It was to be text, and is none.
  case binary

  static func system(_ code: Int32) -> InputFileError {
    .unreadable(reason: String(cString: strerror(code)))
  }

  /// What comes after "cannot read it:".
  package var reason: String {
    switch self {
    case .unreadable(let reason): reason
    case .folder: "it is a folder"
    case .device: "it is a device, not a file"
    case .tooLarge(let limit): "it is larger than \(limit >> 20) MB"
    case .binary: "it is no text"
    }
  }
}
