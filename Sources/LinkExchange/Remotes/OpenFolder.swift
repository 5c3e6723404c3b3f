import Foundation

/// An error of the system.
struct SystemError: Error, Hashable {
  let code: Int32

  /// The last one in this thread.
  static var last: SystemError { SystemError(code: errno) }

  var reason: String { String(cString: strerror(code)) }

  /// Whether there's no file with that name, because it was removed, or because something else is
  /// there.
  var isAbsence: Bool { [ENOENT, ENOTDIR, EISDIR, ELOOP, EINVAL, ENXIO].contains(code) }
}

/// A folder that's open. Everything in it is reached through its descriptor and without following
/// symbolic links, so that nobody can lead us elsewhere by exchanging a folder for a link.
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

  /// The same, and creates it if it isn't there.
  func createdFolder(_ name: String) throws(SystemError) -> OpenFolder {
    if mkdirat(descriptor, name, 0o777) == 0 {
      try synchronize()
    } else if errno != EEXIST {
      throw .last
    }
    return try folder(name)
  }

  /// The names in the folder, sorted. Those that aren't UTF-8 have replacement characters.
  func names(limit: Int = .max) throws(SystemError) -> [String] {
    // Reading moves the position, so it needs a description of its own.
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

  /// What something in the folder is, without following a link.
  func status(of name: String) throws(SystemError) -> stat {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else { throw .last }
    return status
  }

  /// Returns a file's content, or nil if it has another size or version.
  func content(of name: String, size: Int, version: String) throws(SystemError) -> [UInt8]? {
    let file = try file(name, O_RDONLY)
    guard FolderListing.version(of: file.status) == version else { return nil }
    let bytes = try file.read(size)
    return bytes.count == size ? bytes : nil
  }

  /// Returns the start of a file, or nil if there's no such file.
  func start(of name: String, limit: Int) throws(SystemError) -> [UInt8]? {
    var status = stat()
    if fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0, errno == ENOENT { return nil }
    return try file(name, O_RDONLY).read(limit)
  }

  /// Appends lines to a file of a size, and ends its last line first if that's torn. Creates the
  /// file for size 0. Returns false if it has another size.
  func append(_ bytes: [UInt8], to name: String, size: Int) throws(SystemError) -> Bool {
    let file = try file(name, O_RDWR | O_APPEND | (size == 0 ? O_CREAT : 0))
    guard file.status.st_size == size else { return false }
    let last = size > 0 ? try file.read(1, at: size - 1).last : nil
    try file.write(SyncFileChange.Kind.lineEnd(after: last) + bytes)
    try file.synchronize()
    if size == 0 { try synchronize() }
    return true
  }

  /// Opens a regular file. Never waits, as opening a pipe would.
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

  /// Replaces or creates a file. After a crash, it has either its old or its new content.
  /// - Parameter device: The one that writes, because another may write the same file meanwhile.
  func replace(
    _ name: String, with bytes: [UInt8], by device: String
  ) throws(SystemError) {
    // Hidden, and without the extension of a log. It's always the same name, so that a crash leaves
    // at most one behind.
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

  /// Waits until the names are on the disk.
  func synchronize() throws(SystemError) { try OpenFile.synchronize(descriptor) }

  /// Keeps other programs of this computer from writing.
  struct Lock {
    fileprivate let folder: OpenFolder

    func release() { flock(folder.descriptor, LOCK_UN) }
  }

  /// Waits for other programs of this computer that write, which takes them milliseconds. Doesn't
  /// wait longer than two seconds, because any program can hold a lock, and some file systems have
  /// none.
  func lock() -> Lock {
    for _ in 0..<400 where flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK {
      usleep(5_000)
    }
    return Lock(folder: self)
  }
}

/// A regular file that's open.
final class OpenFile {
  private let descriptor: Int32
  let status: stat

  /// - Throws: `EINVAL` if it isn't a regular file.
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

  /// Reads a number of bytes, or fewer if the file ends before.
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

  /// Writes all bytes at once, so that a reader sees all of them or none. If the disk is full, none
  /// stay.
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

  /// Waits until the content is on the disk.
  func synchronize() throws(SystemError) { try Self.synchronize(descriptor) }

  fileprivate static func synchronize(_ descriptor: Int32) throws(SystemError) {
    // Some file systems of networks can't do it.
    guard fsync(descriptor) == 0 || [EINVAL, ENOTSUP, EROFS].contains(errno) else { throw .last }
  }
}
