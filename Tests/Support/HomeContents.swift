import Foundation

/// What's in a home folder, kept in memory, so that what many tests begin with is made once.
public struct HomeContents: Sendable {
  /// By path. Folders have no data.
  private let files: [(path: String, data: Data?)]

  public init(of home: TemporaryHome) throws {
    files = try FileManager.default.subpathsOfDirectory(atPath: home.url.path()).sorted().map {
      let file = home.file($0)
      let isFolder = try file.resourceValues(forKeys: [.isDirectoryKey]).isDirectory == true
      return ($0, isFolder ? nil : try Data(contentsOf: file))
    }
  }

  public func write(to home: TemporaryHome) throws {
    for (path, data) in files {
      if let data {
        try data.write(to: home.file(path))
      } else {
        try FileManager.default.createDirectory(
          at: home.file(path), withIntermediateDirectories: false)
      }
    }
  }
}
