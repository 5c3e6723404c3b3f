public import Foundation

/// Where the store keeps its files, by the XDG Base Directory Specification.
public struct StoreLocation: Hashable, Sendable {
  /// The person's own data: saved links, and which links of the wheel were seen.
  public var dataFile: URL
  /// What can be fetched again; may be deleted at any time.
  public var cacheFile: URL

  public init(dataFile: URL, cacheFile: URL) {
    self.dataFile = dataFile
    self.cacheFile = cacheFile
  }

  /// The places that `XDG_DATA_HOME` and `XDG_CACHE_HOME` name, else those below `HOME`.
  ///
  ///     StoreLocation(environment: ["HOME": "/home/ann"]).dataFile.path
  ///     // "/home/ann/.local/share/raylette/saved.sqlite"
  public init(environment: [String: String]) {
    let home = URL(filePath: environment["HOME"] ?? NSHomeDirectory(), directoryHint: .isDirectory)
    func folder(_ variable: String, otherwise path: String) -> URL {
      // The specification has relative paths ignored.
      if let value = environment[variable], value.hasPrefix("/") {
        return URL(filePath: value, directoryHint: .isDirectory)
      }
      return home.appending(path: path, directoryHint: .isDirectory)
    }
    dataFile = folder("XDG_DATA_HOME", otherwise: ".local/share")
      .appending(path: "raylette/saved.sqlite")
    cacheFile = folder("XDG_CACHE_HOME", otherwise: ".cache")
      .appending(path: "raylette/metadata.sqlite")
  }
}
