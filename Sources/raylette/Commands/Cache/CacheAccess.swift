import Favorites
import Foundation
import LinkStore
import Links
import Localization
import Markup

/// The user's cache.
struct CacheAccess {
  let location: StoreLocation
  /// The path of the metadata.
  var path: String { location.cacheFile.path(percentEncoded: false) }

  init(environment: [String: String]) {
    location = StoreLocation(environment: environment)
  }

  /// The bytes of the metadata on disk, with its log.
  var fileSize: Int {
    ["", "-wal"].reduce(0) { size, suffix in
      let attributes = try? FileManager.default.attributesOfItem(atPath: path + suffix)
      return size + (attributes?[.size] as? Int ?? 0)
    }
  }

  /// Returns a summary of the cache, or nil if there's none yet.
  func summary() async throws -> MetadataCache.Summary? {
    guard let cache = open() else { return nil }
    guard let summary = try await cache.summary() else { throw cache.problem ?? .stopped }
    return summary
  }

  /// Removes pages and images, and prints their numbers.
  func remove(
    _ removal: MetadataCache.Removal, isDryRun: Bool
  ) async throws {
    var removed: MetadataCache.Summary?
    if let cache = open() { removed = try await cache.remove(removal, isDryRun: isDryRun) }
    let (pages, files) = (removed?.pageCount ?? 0, removed?.imageCount ?? 0)
    let size = ((removed?.size ?? 0) + (removed?.imageSize ?? 0)).megabytes
    try CommandOutput.print(
      isDryRun
        ? localized("would be removed: \(pages, "page") and \(files, "image"), \(size)")
        : localized("removed: \(pages, "page") and \(files, "image"), \(size)"))
  }

  /// Returns the cache, or nil if there's none yet. Creates no file.
  private func open() -> MetadataCache? {
    guard access(path, F_OK) == 0 else { return nil }
    let cache = MetadataCache(location: location)
    if let problem = cache.problem, case .setAside = problem {
      CommandOutput.report("raylette: \(problem)")
    }
    return cache
  }
}

extension Int {
  /// A number of bytes in megabytes: `1.5 MB`.
  var megabytes: String { "\(((self + 50_000) / 100_000).tenths) MB" }
}
