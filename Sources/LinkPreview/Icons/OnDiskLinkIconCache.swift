public import Foundation

/// Keeps icons as files in a directory of their own, across runs of the program.
///
///     let caches = URL.cachesDirectory.appending(path: "icons")
///     let loader = LinkIconLoader(cache: OnDiskLinkIconCache(directory: caches))
///
/// Several programs may share the directory: files are replaced as a whole, and one that is not as
/// it was written counts as missing.
public actor OnDiskLinkIconCache: LinkIconCache {
  private let directory: URL
  private let capacity: Int

  /// - Parameters:
  ///   - directory: made when it is not there, for its owner alone, as its files are. All files in it whose names end in `.icon` are the
  ///     cache's to delete.
  ///   - capacity: bytes of all files together. 32 MB unless told.
  public init(directory: URL, capacity: Int = 32 << 20) {
    self.directory = directory
    self.capacity = capacity
  }

  public func icon(for url: URL) -> LinkIcon? {
    let file = file(for: url)
    guard let entry = try? Data(contentsOf: file),
      let icon = IconFile.icon(in: entry, for: url.absoluteString)
    else { return nil }
    // The date of the last use, by which the oldest is found.
    try? FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: file.path)
    return icon
  }

  public func keep(_ icon: LinkIcon, for url: URL) {
    let entry = IconFile.contents(of: icon, for: url.absoluteString)
    guard entry.count <= capacity else { return }
    try? FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    makeRoom(for: entry.count)
    try? write(entry, to: file(for: url))
  }

  /// Replaces a file as a whole. What pictures somebody saw is nobody else's business, so it is never
  /// readable for others, whatever the umask.
  private func write(_ entry: Data, to file: URL) throws {
    // One that a crash leaves behind goes like any other that is not used.
    let draft = directory.appending(path: "\(UUID().uuidString).icon")
    defer { unlink(draft.path(percentEncoded: false)) }
    let descriptor = open(
      draft.path(percentEncoded: false), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    try handle.write(contentsOf: entry)
    try handle.close()
    guard rename(draft.path(percentEncoded: false), file.path(percentEncoded: false)) == 0
    else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  private func file(for url: URL) -> URL {
    directory.appending(path: IconFile.name(for: url.absoluteString))
  }

  private func makeRoom(for count: Int) {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey]
    let files = try? FileManager.default.contentsOfDirectory(
      at: directory, includingPropertiesForKeys: Array(keys))
    var entries = (files ?? []).filter { $0.pathExtension == "icon" }.compactMap { file in
      (try? file.resourceValues(forKeys: keys)).map {
        (file: file, size: $0.fileSize ?? 0, date: $0.contentModificationDate ?? .distantPast)
      }
    }
    var size = entries.reduce(count) { $0 + $1.size }
    entries.sort { $0.date > $1.date }
    while size > capacity, let oldest = entries.popLast() {
      try? FileManager.default.removeItem(at: oldest.file)
      size -= oldest.size
    }
  }
}
