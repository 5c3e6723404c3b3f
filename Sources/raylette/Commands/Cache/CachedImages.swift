import Localization
import Foundation
import LinkStore
import Markup

/// Image files in the cache.
struct CachedImages {
  var files: [URL] = []
  /// The size of all images in bytes.
  var size = 0

  func remove() throws(CommandFailure) {
    for file in files {
      do {
        try FileManager.default.removeItem(at: file)
      } catch {
        // Another program may have removed the file already.
        let path = file.path(percentEncoded: false)
        guard access(path, F_OK) == 0 else { continue }
        throw CommandFailure(
          message: localized("can't remove \(path): \(error.systemErrorText)"), exitCode: 1)
      }
    }
  }
}

extension CacheAccess {
  /// Returns the images in the cache. Leaves out files that aren't the program's own.
  /// - Parameter date: the date before which the images were last used.
  func images(usedBefore date: Date = .distantFuture) -> CachedImages {
    let keys: Set<URLResourceKey> = [.fileSizeKey, .contentModificationDateKey, .isRegularFileKey]
    let files = try? FileManager.default.contentsOfDirectory(
      at: location.imageFolder, includingPropertiesForKeys: Array(keys))
    var images = CachedImages()
    for file in files ?? [] where file.pathExtension == "icon" {
      guard let values = try? file.resourceValues(forKeys: keys), values.isRegularFile == true,
        values.contentModificationDate ?? .distantPast < date
      else { continue }
      images.files.append(file)
      images.size += values.fileSize ?? 0
    }
    return images
  }
}

extension Int {
  /// A number of bytes in megabytes: `1.5 MB`.
  var megabytes: String { "\(((self + 50_000) / 100_000).tenths) MB" }
}
