import Markup
public import Foundation

/// Where the store keeps its files, by the XDG Base Directory Specification.
public struct StoreLocation: Hashable, Sendable {
  /// The person's own data: saved links, and which links of the wheel were seen.
  public var dataFile: URL
  /// What can be fetched again; may be deleted at any time.
  public var cacheFile: URL

  /// Where pictures are kept, beside the cache.
  public var imageFolder: URL {
    cacheFile.deletingLastPathComponent().appending(path: "images", directoryHint: .isDirectory)
  }

  /// Makes the folder of pictures, for its owner alone. What is there and is no folder gets the
  /// ending `.broken`.
  /// - Returns: what is wrong with it, for a person to know; nil when all is well.
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
      return .withoutCache(.readOnly(path: path, reason: error.reasonInWords))
    }
    if access(path, W_OK | X_OK) != 0 {
      return .withoutCache(.readOnly(path: path, reason: StorePath.reason(errno)))
    }
    return problem
  }

  /// Places of one's own, such as those of a test.
  public init(dataFile: URL, cacheFile: URL) {
    self.dataFile = dataFile
    self.cacheFile = cacheFile
  }

  /// A program's folder in the directories that `XDG_DATA_HOME` and `XDG_CACHE_HOME` name, else in
  /// those below `HOME` (XDG Base Directory Specification).
  ///
  ///     StoreLocation(environment: ["HOME": "/home/ann"], folder: "wheel").dataFile.path
  ///     // "/home/ann/.local/share/wheel/saved.sqlite"
  /// - Parameter folder: the name of the program's folder.
  public init(environment: [String: String], folder: String) {
    // The specification has relative paths ignored; an empty one would mean the current folder.
    func directory(_ variable: String) -> URL? {
      guard let path = environment[variable], path.hasPrefix("/") else { return nil }
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    let home = directory("HOME") ?? URL(filePath: NSHomeDirectory(), directoryHint: .isDirectory)
    func inHome(_ path: String) -> URL { home.appending(path: path, directoryHint: .isDirectory) }
    dataFile = (directory("XDG_DATA_HOME") ?? inHome(".local/share"))
      .appending(path: "\(folder)/saved.sqlite")
    cacheFile = (directory("XDG_CACHE_HOME") ?? inHome(".cache"))
      .appending(path: "\(folder)/metadata.sqlite")
  }
}
