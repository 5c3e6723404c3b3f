public import Foundation
import Links
import Markup

/// The paths of the store's files, following the XDG Base Directory Specification.
public struct StoreLocation: Hashable, Sendable {
  /// The user's own data: saved links, and the links that came up on wheels.
  public var dataFile: URL
  /// Data that can be fetched again. The file can be deleted at any time.
  public var cacheFile: URL

  /// Whether there's a file of saved links.
  /// - Throws: ``StoreError/unreadable(path:reason:)`` if that can't be determined.
  package var hasSavedLinks: Bool {
    get throws(StoreError) { try StorePath.holdsFile(dataFile.path(percentEncoded: false)) }
  }

  /// Creates a location with custom paths, for example for a test.
  public init(dataFile: URL, cacheFile: URL) {
    self.dataFile = dataFile
    self.cacheFile = cacheFile
  }

  /// Creates a location in the directories that `XDG_DATA_HOME` and `XDG_CACHE_HOME` name, or in
  /// their defaults below `HOME` (XDG Base Directory Specification).
  ///
  ///     StoreLocation(environment: ["HOME": "/home/ann"], folder: "wheel").dataFile.path
  ///     // "/home/ann/.local/share/wheel/saved.sqlite"
  /// - Parameter folder: the name of the program's folder.
  public init(environment: [String: String], folder: String) {
    let directories = BaseDirectories(environment: environment)
    dataFile = directories.data.appending(path: "\(folder)/saved.sqlite")
    cacheFile = directories.cache.appending(path: "\(folder)/metadata.sqlite")
  }
}
