import Foundation

/// A file that only its owner can read, whatever the umask. Its folder is created if it's missing,
/// for the owner only, too.
struct PrivateFile {
  let url: URL

  /// Creates the file. Throws `EEXIST` if it exists.
  func create(_ data: Data) throws {
    try createFolder()
    try Self.write(data, to: url)
  }

  /// Replaces the file, or creates it, in one step.
  func replace(with data: Data) throws {
    try createFolder()
    let draft = url.deletingLastPathComponent().appending(path: ".\(UUID().uuidString)")
    defer { unlink(draft.path(percentEncoded: false)) }
    try Self.write(data, to: draft)
    let path = url.path(percentEncoded: false)
    guard rename(draft.path(percentEncoded: false), path) == 0 else { throw Self.lastError }
  }

  private func createFolder() throws {
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
  }

  private static func write(_ data: Data, to url: URL) throws {
    let path = url.path(percentEncoded: false)
    let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw lastError }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    do {
      try handle.write(contentsOf: data)
      try handle.close()
    } catch {
      unlink(path)
      throw error
    }
  }

  private static var lastError: POSIXError {
    POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
  }
}
