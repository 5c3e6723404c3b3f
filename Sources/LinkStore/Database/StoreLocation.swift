public import Foundation

/// Where the store keeps its files, by the XDG Base Directory Specification.
public struct StoreLocation: Hashable, Sendable {
  /// The person's own data: saved links, and which links of the wheel were seen.
  public var dataFile: URL
  /// What can be fetched again; may be deleted at any time.
  public var cacheFile: URL

  /// Places of one's own, such as those of a test.
  public init(dataFile: URL, cacheFile: URL) {
    self.dataFile = dataFile
    self.cacheFile = cacheFile
  }

  /// The places that `XDG_DATA_HOME` and `XDG_CACHE_HOME` name, else those below `HOME`.
  ///
  ///     StoreLocation(environment: ["HOME": "/home/ann"]).dataFile.path
  ///     // "/home/ann/.local/share/raylette/saved.sqlite"
  public init(environment: [String: String]) {
    // The specification has relative paths ignored; an empty one would mean the current folder.
    func folder(_ variable: String) -> URL? {
      guard let path = environment[variable], path.hasPrefix("/") else { return nil }
      return URL(filePath: path, directoryHint: .isDirectory)
    }
    let home = folder("HOME") ?? URL(filePath: NSHomeDirectory(), directoryHint: .isDirectory)
    func inHome(_ path: String) -> URL { home.appending(path: path, directoryHint: .isDirectory) }
    dataFile = (folder("XDG_DATA_HOME") ?? inHome(".local/share"))
      .appending(path: "raylette/saved.sqlite")
    cacheFile = (folder("XDG_CACHE_HOME") ?? inHome(".cache"))
      .appending(path: "raylette/metadata.sqlite")
  }
}
