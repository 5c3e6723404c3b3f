public import Foundation
public import LinkPreview

/// Caches images as files in a directory of their own, so that they outlive the program.
///
///     let caches = URL.cachesDirectory.appending(path: "images")
///     let loader = LinkImageLoader(cache: OnDiskImageCache(directory: caches))
///
/// Several programs may share the directory, because files are replaced atomically and a damaged
/// file counts as missing.
public actor OnDiskImageCache: ImageCache {
  private let directory: URL
  private let capacity: Int

  /// - Parameters:
  ///   - directory: created if it's missing. The directory and its files are accessible to their
  ///     owner only. The cache may delete any file in it whose name ends in `.icon`.
  ///   - capacity: the maximum size of all files together in bytes. Defaults to 32 MB.
  public init(directory: URL, capacity: Int = 32 << 20) {
    self.directory = directory
    self.capacity = capacity
  }

  public func image(for url: URL) -> ImageFile? {
    let file = file(for: url)
    guard let entry = try? Data(contentsOf: file),
      let image = CachedImageFile.image(in: entry, for: url.absoluteString)
    else { return nil }
    // Records the last use, so that the least recently used files can be found.
    try? FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: file.path)
    return image
  }

  public func store(_ image: ImageFile, for url: URL) {
    let entry = CachedImageFile.contents(of: image, for: url.absoluteString)
    guard entry.count <= capacity else { return }
    try? FileManager.default.createDirectory(
      at: directory, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    makeRoom(for: entry.count)
    try? write(entry, to: file(for: url))
  }

  /// Replaces a file atomically. Other users can't read it, whatever the umask, because the images
  /// that somebody saw are private.
  private func write(_ entry: Data, to file: URL) throws {
    // A draft left behind by a crash is evicted like any other unused file.
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
    directory.appending(path: CachedImageFile.name(for: url.absoluteString))
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
