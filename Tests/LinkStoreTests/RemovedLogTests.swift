import Foundation
import GRDB
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

/// Logs that are removed while their file is open.
struct RemovedLogTests {
  private func metadata(_ number: Int) throws -> LinkMetadata {
    LinkMetadata(originalURL: try #require(URL(string: "https://example.org/\(number)")))
  }

  private func withStore(
    _ body: (SavedLinkStore, StoreLocation) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      for number in 1...3 { _ = try await store.save(try metadata(number), at: .now) }
      #expect(try await store.list(SavedQuery()).total == 3)
      try await body(store, location)
    }
  }

  private func remove(_ suffixes: [String], of location: StoreLocation) {
    for suffix in suffixes { #expect(unlink(location.dataFile.path() + suffix) == 0) }
  }

  @Test(
    "what was saved is there after the log was removed, and so is what's saved then",
    arguments: [["-wal"], ["-shm"], ["-wal", "-shm"]])
  func saving(suffixes: [String]) async throws {
    try await withStore { store, location in
      remove(suffixes, of: location)
      _ = try await store.save(metadata(4), at: .now)
      #expect(try await store.list(SavedQuery()).total == 4)
      #expect(store.takeFileEvent() == nil)
      let other = try SavedLinkStore(location: location)
      #expect(try await other.list(SavedQuery()).total == 4)
      _ = try await other.save(metadata(5), at: .now)
      #expect(try await store.list(SavedQuery()).total == 5)
      _ = try await store.save(metadata(6), at: .now)
      #expect(try await other.list(SavedQuery()).total == 6)
    }
  }

  @Test("a program that watches the file brings the log back by itself")
  func watching() async throws {
    try await withStore { store, location in
      remove(["-wal"], of: location)
      _ = try await store.externalChangeToken()
      #expect(access(location.dataFile.path() + "-wal", F_OK) == 0)
      #expect(try await SavedLinkStore(location: location).list(SavedQuery()).total == 3)
    }
  }

  @Test("another program says what to do until then")
  func others() async throws {
    try await withStore { store, location in
      remove(["-wal"], of: location)
      let path = location.dataFile.path()
      // Never as a list without what's in the log.
      #expect(throws: StoreError.logRemoved(path: path)) {
        _ = try SavedLinkStore(location: location).count()
      }
      _ = try await store.externalChangeToken()
      #expect(try SavedLinkStore(location: location).count() == 3)
    }
  }

  @Test("a log that others have written to instead isn't overwritten")
  func replacedLog() async throws {
    try await withStore { store, location in
      remove(["-wal"], of: location)
      let path = location.dataFile.path()
      try Data("written by another program".utf8).write(to: URL(filePath: path + "-wal"))
      await #expect(throws: StoreError.logRemoved(path: path)) {
        try await store.save(metadata(4), at: .now)
      }
      let log = try Data(contentsOf: URL(filePath: path + "-wal"))
      #expect(log == Data("written by another program".utf8))
    }
  }

  @Test(
    "a log that's removed because its file is replaced counts for nothing",
    arguments: [false, true])
  func replacedFile(isInBetween: Bool) async throws {
    try await withStore { store, location in
      let path = location.dataFile.path()
      let copy = location.dataFile.deletingLastPathComponent().appending(path: "copy.sqlite")
      try await store.backUp(to: copy)
      // As who replaces a file does.
      let folder = store.file.opener.lockFolder()
      remove(["-wal", "-shm"], of: location)
      let renewal = isInBetween ? Task.detached { store.file.renewLog() } : nil
      #expect(rename(copy.path(), path) == 0)
      close(folder)
      if let renewal { #expect(await renewal.value == nil) }
      _ = try await SavedLinkStore(location: location).save(metadata(5), at: .now)
      #expect(store.file.renewLog() == nil)
      #expect(store.takeFileEvent() == .replaced(path: path))
      #expect(try await store.list(SavedQuery()).total == 4)
    }
  }
}
