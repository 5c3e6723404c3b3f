import Markup
public import Foundation
public import Links

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

  /// The folder for cached pictures, next to the cache file.
  public var imageFolder: URL {
    cacheFile.deletingLastPathComponent().appending(path: "images", directoryHint: .isDirectory)
  }

  /// Creates the folder for pictures, accessible only to its owner. Renames anything else in its
  /// place so that the name ends in `.broken`.
  /// - Returns: a problem to show to the user, or nil.
  public func prepareImageFolder() -> StoreError? {
    let files = FileManager.default
    let path = cacheFile.deletingLastPathComponent().appending(path: "images")
      .path(percentEncoded: false)
    var isFolder = ObjCBool(false)
    var problem: StoreError?
    if files.fileExists(atPath: path, isDirectory: &isFolder), !isFolder.boolValue,
      BrokenFile.setAside(path)
    {
      problem = .setAside(path: path, newPath: BrokenFile.path(for: path))
    }
    do {
      try files.createDirectory(
        at: imageFolder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    } catch {
      return .cacheUnavailable(.readOnly(path: path, reason: error.systemErrorText))
    }
    if access(path, W_OK | X_OK) != 0 {
      return .cacheUnavailable(.readOnly(path: path, reason: StorePath.reason(errno)))
    }
    return problem
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
