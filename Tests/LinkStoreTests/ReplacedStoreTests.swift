import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

/// Files that are deleted or replaced while they are open.
struct ReplacedStoreTests {
  private func metadata(_ address: String) throws -> LinkMetadata {
    LinkMetadata(originalURL: try #require(URL(string: "https://example.org/\(address)")))
  }

  private func addresses(_ store: SavedLinkStore) async throws -> [String] {
    let ids = try await store.list(SavedQuery(sort: .oldest)).ids
    return try await store.links(ids).sorted { $0.savedAt < $1.savedAt }.map(
      \.url.lastPathComponent)
  }

  private func withStore(
    _ body: (SavedLinkStore, StoreLocation, TemporaryHome) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      for number in 1...3 {
        _ = try await store.save(
          try metadata("\(number)"), at: Date(timeIntervalSince1970: Double(number)))
      }
      try await body(store, location, home)
    }
  }

  enum Deletion: CaseIterable { case file, allFiles, folder, move }

  @Test(
    "saving after a deletion creates a new file and reports it once",
    arguments: Deletion.allCases)
  func deleted(deletion: Deletion) async throws {
    try await withStore { store, location, home in
      let file = location.dataFile
      let moved = home.file("moved.sqlite")
      switch deletion {
      case .file: try FileManager.default.removeItem(at: file)
      case .allFiles: for suffix in ["", "-wal", "-shm"] { unlink(file.path() + suffix) }
      case .folder: try FileManager.default.removeItem(at: file.deletingLastPathComponent())
      case .move: try FileManager.default.moveItem(at: file, to: moved)
      }
      #expect(try await addresses(store) == ["1", "2", "3"], "until something is written")
      #expect(store.takeFileEvent() == nil)
      guard case .saved(let link) = try await store.save(metadata("4"), at: .now) else {
        Issue.record("not saved")
        return
      }
      #expect(link.id == 4, "ids are never reused")
      #expect(store.takeFileEvent() == .recreated(path: file.path()))
      #expect(store.takeFileEvent() == nil)
      for store in [store, try SavedLinkStore(location: location)] {
        #expect(try await addresses(store) == ["4"])
      }
      if deletion == .move {
        let old = StoreLocation(dataFile: moved, cacheFile: location.cacheFile)
        #expect(try await addresses(SavedLinkStore(location: old)) == ["1", "2", "3"])
      }
    }
  }

  @Test("changing links of a deleted file is refused, and later changes don't hit other links")
  func changes() async throws {
    try await withStore { store, location, _ in
      let undo = try await store.apply(.trash([1], at: .now), at: .now)
      try FileManager.default.removeItem(at: location.dataFile)
      let path = location.dataFile.path()
      await #expect(throws: StoreError.replaced(path: path)) {
        try await store.apply(undo, at: .now)
      }
      #expect(store.takeFileEvent() == .recreated(path: path))
      for number in 4...6 { _ = try await store.save(metadata("\(number)"), at: .now) }
      let changed = try await store.apply(.trash([1, 2, 3], at: .now), at: .now)
      #expect(changed.ids.isEmpty)
      let total = try await store.list(SavedQuery()).total
      #expect(total == 3)
    }
  }

  @Test("a replacement file is used, without anything from the old one's log")
  func replaced() async throws {
    try await withStore { store, location, home in
      let backup = home.file("backup.sqlite")
      do {
        let place = StoreLocation(dataFile: backup, cacheFile: location.cacheFile)
        let other = try SavedLinkStore(location: place)
        _ = try await other.save(metadata("backup"), at: Date(timeIntervalSince1970: 0))
        try await other.file.write { _ in }
        try await other.file.opener.openForWriting().0.writeWithoutTransaction {
          _ = try $0.checkpoint(.truncate)
        }
      }
      let version = try await store.externalChangeToken()
      #expect(rename(backup.path(), location.dataFile.path()) == 0)
      #expect(try await store.externalChangeToken() != version)
      #expect(store.takeFileEvent() == .replaced(path: location.dataFile.path()))
      #expect(try await addresses(store) == ["backup"])
      _ = try await store.save(metadata("new"), at: .now)
      for store in [store, try SavedLinkStore(location: location)] {
        #expect(try await addresses(store) == ["backup", "new"])
      }
    }
  }

  @Test("programs that share a deleted file share the new one")
  func together() async throws {
    try await withStore { store, location, _ in
      let stores = [
        store, try SavedLinkStore(location: location), try SavedLinkStore(location: location),
      ]
      for store in stores { _ = try await addresses(store) }
      try FileManager.default.removeItem(at: location.dataFile)
      try await withThrowingTaskGroup { group in
        for number in 10..<60 {
          group.addTask {
            _ = try await stores[number % 3].save(
              metadata("\(number)"), at: Date(timeIntervalSince1970: Double(number)))
          }
        }
        try await group.waitForAll()
      }
      for store in stores + [try SavedLinkStore(location: location)] {
        #expect(try await addresses(store) == (10..<60).map(String.init))
      }
    }
  }

  @Test("a deleted cache continues in a new file")
  func cache() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let cache = MetadataCache(location: location)
      try FileManager.default.removeItem(at: location.cacheFile.deletingLastPathComponent())
      try await cache.remember(.failed(.httpStatus(404)), for: home.url, at: .now)
      let other = MetadataCache(location: location)
      let failure = try await other.failure(for: home.url, at: .now)
      #expect(failure?.error == .failed(.httpStatus(404)))
    }
  }
}
