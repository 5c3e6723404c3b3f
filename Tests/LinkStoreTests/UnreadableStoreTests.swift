import Foundation
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

/// A file that can't be read is an error, never an empty list.
struct UnreadableStoreTests {
  enum Obstacle: CaseIterable {
    case fileForFolder, folderForFile, danglingFile, danglingFolder, loop, pipe

    /// Creates the obstacle at the path of a file.
    func make(at file: URL) throws {
      let files = FileManager.default
      let folder = file.deletingLastPathComponent()
      try files.createDirectory(
        at: folder.deletingLastPathComponent(), withIntermediateDirectories: true)
      switch self {
      case .fileForFolder: try Data().write(to: folder)
      case .danglingFolder:
        try files.createSymbolicLink(atPath: folder.path, withDestinationPath: "/nowhere/at/all")
      case .folderForFile: try files.createDirectory(at: file, withIntermediateDirectories: true)
      case .danglingFile, .loop, .pipe:
        try files.createDirectory(at: folder, withIntermediateDirectories: true)
        switch self {
        case .pipe: #expect(mkfifo(file.path(), 0o600) == 0)
        default:
          let target = self == .loop ? file.path() : "/nowhere/at/all"
          try files.createSymbolicLink(atPath: file.path(), withDestinationPath: target)
        }
      }
    }

    var reason: String {
      switch self {
      case .fileForFolder: "Not a directory"
      case .folderForFile: "it is a folder"
      case .danglingFile, .danglingFolder: "leads nowhere"
      case .loop: "Too many levels of symbolic links"
      case .pipe: "it is not a file"
      }
    }
  }

  @Test("saved links that can't be read are an error", arguments: Obstacle.allCases)
  func savedLinks(obstacle: Obstacle) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      try obstacle.make(at: location.dataFile)
      let error = #expect(throws: StoreError.self) { try SavedLinkStore(location: location) }
      let message = try #require(error).description
      #expect(message.hasPrefix("cannot read \(location.dataFile.path()): "))
      #expect(message.hasSuffix(obstacle.reason))
    }
  }

  @Test("an unreadable cache is renamed or not used", arguments: Obstacle.allCases)
  func cache(obstacle: Obstacle) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      try obstacle.make(at: location.cacheFile)
      let cache = MetadataCache(location: location)
      let problem = try #require(cache.problem)
      let isAside = [.folderForFile, .danglingFile, .loop, .pipe].contains(obstacle)
      #expect(problem.description.contains(isAside ? "renamed to" : "without a cache"))
      try await cache.remember(.failed(.httpStatus(404)), for: home.url, at: .now)
      let found = try await cache.failure(for: home.url, at: .now)
      #expect((found != nil) == isAside)
    }
  }
}
