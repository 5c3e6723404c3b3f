public import Foundation
public import LinkPreview
import Markup

/// Caches image files by their address, so that each is fetched once.
///
/// A cache may forget images at any time and throws no errors. Forgotten images are fetched again.
public protocol ImageCache: Sendable {
  /// Returns the cached image for an address, or nil without one.
  func image(for url: URL) async -> ImageFile?
  /// Stores an image for an address.
  func store(_ image: ImageFile, for url: URL) async
}

/// Caches the most recently used images in memory, for as long as the program runs.
///
///     let loader = LinkImageLoader(cache: InMemoryImageCache(capacity: 4 << 20))
public actor InMemoryImageCache: ImageCache {
  private let capacity: Int
  private let countLimit: Int
  private var images: [URL: (image: ImageFile, lastUse: Int)] = [:]
  private var size = 0
  private var uses = 0

  /// - Parameters:
  ///   - capacity: the maximum size of all image files together in bytes. Defaults to 8 MB.
  ///   - countLimit: the maximum number of images, because a small one takes more than its bytes.
  ///     Defaults to 500.
  public init(capacity: Int = 8 << 20, countLimit: Int = 500) {
    self.capacity = capacity
    self.countLimit = countLimit
  }

  /// Returns the image of an address, and counts that as a use. Nil without one.
  public func image(for url: URL) -> ImageFile? {
    uses += 1
    images[url]?.lastUse = uses
    return images[url]?.image
  }

  /// Stores the image of an address, and forgets the least recently used ones if there's no room.
  public func store(_ image: ImageFile, for url: URL) {
    uses += 1
    remove(url)
    guard image.data.count <= capacity, countLimit > 0 else { return }
    images[url] = (image, uses)
    size += image.data.count
    while size > capacity || images.count > countLimit,
      let oldest = images.min(by: { $0.value.lastUse < $1.value.lastUse })
    {
      remove(oldest.key)
    }
  }

  private func remove(_ url: URL) {
    size -= images.removeValue(forKey: url)?.image.data.count ?? 0
  }
}

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

  /// Returns the image of an address, and counts that as a use. Nil without one, and for a damaged
  /// file.
  public func image(for url: URL) -> ImageFile? {
    let file = file(for: url)
    guard let entry = try? Data(contentsOf: file),
      let image = CachedImageFile.image(in: entry, for: url.absoluteString)
    else { return nil }
    // Records the last use, so that the least recently used files can be found.
    try? FileManager.default.setAttributes([.modificationDate: Date.now], ofItemAtPath: file.path)
    return image
  }

  /// Stores the image of an address, and deletes the least recently used ones if there's no room.
  /// Does nothing if the directory can't be written.
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

/// The file format of a cached image: a line with its address, a line with a checksum, then its
/// bytes. The address distinguishes images with the same file name, so that a collision of hashes
/// can't be exploited, and the checksum reveals damaged files.
enum CachedImageFile {
  static func name(for address: String) -> String {
    String(format: "%016lx.icon", UInt(FNVHash(address.utf8).value))
  }

  static func contents(of image: ImageFile, for address: String) -> Data {
    Data("\(address)\n\(FNVHash(image.data).value)\n".utf8) + image.data
  }

  static func image(in contents: Data, for address: String) -> ImageFile? {
    let parts = contents.split(
      separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3, parts[0].elementsEqual(address.utf8),
      parts[1].elementsEqual("\(FNVHash(parts[2]).value)".utf8)
    else { return nil }
    return ImageFile(data: Data(parts[2]))
  }
}
