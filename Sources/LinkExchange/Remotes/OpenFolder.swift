import Foundation
import Markup

/// An error of the system.
struct SystemError: Error, Hashable {
  let code: Int32

  /// The last error in this thread.
  static var last: SystemError { SystemError(code: errno) }

  var reason: String { errnoText(code) }

  /// Whether no file has the name, because the file was removed, or because the name belongs to
  /// something else.
  var isAbsence: Bool { Self.absences.contains(code) }

  // A socket gives ENXIO on Linux, and EOPNOTSUPP on macOS.
  private static let absences = [
    ENOENT, ENOTDIR, EISDIR, ELOOP, EINVAL, ENXIO, EOPNOTSUPP,
  ]
}

/// An open folder. Its files are reached through its descriptor and without following symbolic
/// links, so that nobody can lead us elsewhere by replacing a folder with a link.
final class OpenFolder {
  private let descriptor: Int32

  private static let flags = O_RDONLY | O_DIRECTORY | O_CLOEXEC

  /// Opens the folder at a path, which may be a symbolic link.
  convenience init(path: String) throws(SystemError) {
    let descriptor = open(path, Self.flags)
    guard descriptor >= 0 else { throw .last }
    self.init(descriptor: descriptor)
  }

  private init(descriptor: Int32) { self.descriptor = descriptor }

  deinit { close(descriptor) }

  /// Opens a folder in this one.
  func folder(_ name: String) throws(SystemError) -> OpenFolder {
    let descriptor = openat(descriptor, name, Self.flags | O_NOFOLLOW)
    guard descriptor >= 0 else { throw .last }
    return OpenFolder(descriptor: descriptor)
  }

  /// Opens a folder in this one, and creates it if it doesn't exist.
  func createdFolder(_ name: String) throws(SystemError) -> OpenFolder {
    if mkdirat(descriptor, name, 0o777) == 0 {
      try synchronize()
    } else if errno != EEXIST {
      throw .last
    }
    return try folder(name)
  }

  /// The names in the folder, sorted. Names that aren't UTF-8 get replacement characters.
  func names(limit: Int = .max) throws(SystemError) -> [String] {
    // Reading a folder moves its offset, so it needs an open file description of its own.
    let copy = openat(descriptor, ".", Self.flags)
    guard copy >= 0 else { throw .last }
    guard let stream = fdopendir(copy) else {
      close(copy)
      throw .last
    }
    defer { closedir(stream) }
    var names: [String] = []
    while names.count < limit, let entry = readdir(stream) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// The status of an entry of the folder, without following a link.
  func status(of name: String) throws(SystemError) -> stat {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
    return status
  }

  /// Returns a file's content, or nil if its size or version is different.
  func content(of name: String, size: Int, version: String) throws(SystemError) -> [UInt8]? {
    let file = try file(name, O_RDONLY)
    guard FileVersion.text(of: file.status) == version else { return nil }
    let bytes = try file.read(size)
    return bytes.count == size ? bytes : nil
  }

  /// Returns the first bytes of a file, or nil if the file doesn't exist.
  func start(of name: String, limit: Int) throws(SystemError) -> [UInt8]? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0, errno == ENOENT { return nil }
    return try file(name, O_RDONLY).read(limit)
  }

  /// Appends lines to a file with a known size, after ending a torn last line. Creates the file if
  /// the size is 0. Returns false if the file has another size.
  func append(_ bytes: [UInt8], to name: String, size: Int) throws(SystemError) -> Bool {
    let file = try file(name, O_RDWR | O_APPEND | (size == 0 ? O_CREAT : 0))
    guard file.status.st_size == size else { return false }
    let last = size > 0 ? try file.read(1, at: size - 1).last : nil
    try file.write(SyncFileChange.Kind.lineEnd(after: last) + bytes)
    try file.synchronize()
    if size == 0 { try synchronize() }
    return true
  }

  /// Opens a regular file. Never blocks, as opening a pipe would.
  /// - Throws: `EINVAL` for anything else.
  private func file(_ name: String, _ flags: Int32) throws(SystemError) -> OpenFile {
    let descriptor = openat(
      descriptor, name, flags | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw .last }
    return try OpenFile(descriptor: descriptor)
  }

  func remove(_ name: String) throws(SystemError) {
    guard unlinkat(descriptor, name, 0) == 0 || errno == ENOENT else { throw .last }
    try synchronize()
  }

  /// Replaces or creates a file. After a crash, the file has either its old or its new content.
  /// - Parameter device: the device that writes, because another may write the same file meanwhile.
  func replace(
    _ name: String, with bytes: [UInt8], by device: String
  ) throws(SystemError) {
    // A hidden name without a log's extension. It's always the same, so that crashes leave at most
    // one file behind.
    let temporary = ".\(name).\(device).tmp"
    guard unlinkat(descriptor, temporary, 0) == 0 || errno == ENOENT else { throw .last }
    do throws(SystemError) {
      let file = try file(temporary, O_WRONLY | O_CREAT | O_EXCL)
      try file.write(bytes)
      try file.synchronize()
      guard renameat(descriptor, temporary, descriptor, name) == 0 else { throw .last }
    } catch {
      unlinkat(descriptor, temporary, 0)
      throw error
    }
    try synchronize()
  }

  /// Waits until the folder's names are on the disk.
  func synchronize() throws(SystemError) { try OpenFile.synchronize(descriptor) }

  /// Keeps other programs on this computer from writing.
  struct Lock {
    fileprivate let folder: OpenFolder

    func release() { flock(folder.descriptor, LOCK_UN) }
  }

  /// Waits for other programs on this computer that write, which takes them milliseconds. Goes on
  /// without the lock after two seconds, because any program can hold one, and some file systems
  /// have none.
  func lock() -> Lock {
    for _ in 0..<400 where flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK {
      usleep(5_000)
    }
    return Lock(folder: self)
  }
}

/// An open regular file.
final class OpenFile {
  private let descriptor: Int32
  let status: stat

  /// - Throws: `EINVAL` if the descriptor isn't a regular file's.
  fileprivate init(descriptor: Int32) throws(SystemError) {
    var status = stat()
    let failure: SystemError? =
      fstat(descriptor, &status) != 0
      ? .last : status.st_mode & S_IFMT != S_IFREG ? SystemError(code: EINVAL) : nil
    if let failure {
      close(descriptor)
      throw failure
    }
    (self.descriptor, self.status) = (descriptor, status)
  }

  deinit { close(descriptor) }

  /// Reads a number of bytes, or fewer at the end of the file.
  func read(_ count: Int, at offset: Int = 0) throws(SystemError) -> [UInt8] {
    var failure: SystemError?
    let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, length in
      while length < count {
        let read = pread(
          descriptor, buffer.baseAddress?.advanced(by: length), count - length,
          off_t(offset + length))
        if read > 0 { length += read } else if read == 0 { break }
        if read < 0, errno != EINTR {
          failure = .last
          break
        }
      }
    }
    if let failure { throw failure }
    return bytes
  }

  /// Writes all bytes at once, so that a reader sees all of them or none. If the disk is full, the
  /// file keeps none of them.
  func write(_ bytes: [UInt8]) throws(SystemError) {
    guard !bytes.isEmpty else { return }
    var written = 0
    repeat {
      #if canImport(Darwin)
        written = Darwin.write(descriptor, bytes, bytes.count)
      #else
        written = Glibc.write(descriptor, bytes, bytes.count)
      #endif
    } while written < 0 && errno == EINTR
    guard written < bytes.count else { return }
    let failure = written < 0 ? SystemError.last : SystemError(code: ENOSPC)
    _ = ftruncate(descriptor, status.st_size)
    throw failure
  }

  /// Waits until the file's content is on the disk.
  func synchronize() throws(SystemError) { try Self.synchronize(descriptor) }

  fileprivate static func synchronize(_ descriptor: Int32) throws(SystemError) {
    #if canImport(Darwin)
      // fsync leaves the bytes in the drive's own memory there. Not all file systems have this.
      if fcntl(descriptor, F_FULLFSYNC) == 0 { return }
    #endif
    // Some network file systems don't support fsync.
    guard fsync(descriptor) == 0 || [EINVAL, ENOTSUP, EROFS].contains(errno) else { throw .last }
  }
}
