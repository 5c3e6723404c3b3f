import Foundation
import LinkPreview
import LinkStore
import Links
import TaskLimits
import TestSupport
import Testing

@testable import Favorites

/// Changes of the saved links by this program and others, on real files.
@Suite("The watcher of the saved links", .takesTurn)
struct StoreWatcherTests {
  private struct Bench {
    let watcher: StoreWatcher
    let store: SavedLinkStore
    let location: StoreLocation
    let posted = Locked<[News]>([])
    let changes = Locked(0)

    init(in folder: StoreLocation) throws {
      location = folder
      store = try SavedLinkStore(location: location)
      watcher = StoreWatcher(
        saved: store, clock: ContinuousClock(),
        onChange: { [changes] in changes.withLock { $0 += 1 } },
        report: { [posted] action in posted.withLock { $0.append(action) } })
    }

    func save(_ path: String, to store: SavedLinkStore) async throws {
      let url = try #require(URL(string: "https://example.org/\(path)"))
      _ = try await store.save(LinkMetadata(originalURL: url), at: Date())
    }

    func wait(for isMet: () -> Bool) async throws {
      try #require(try await waitUntil(isMet))
    }

    func count(_ action: News) -> Int {
      posted.withLock { actions in actions.count { $0 == action } }
    }

    func run(while body: () async throws -> Void) async throws {
      let task = Task { [watcher] in await watcher.run() }
      var failure: (any Error)?
      do {
        // The watch has begun once a file in the folder is noticed.
        let path = location.dataFile.deletingLastPathComponent().appending(path: "noticed").path()
        try await wait {
          _ = FileManager.default.createFile(atPath: path, contents: nil)
          return changes.withLock { $0 } > 0
        }
        try await body()
      } catch {
        failure = error
      }
      task.cancel()
      await task.value
      if let failure { throw failure }
    }
  }

  private func withBench(_ body: (Bench, TemporaryHome) async throws -> Void) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      try await body(try Bench(in: location), home)
    }
  }

  @Test("others' changes are reported, this program's own aren't", arguments: [2, 8])
  func others(count: Int) async throws {
    try await withBench { bench, _ in
      try await bench.run {
        let before = bench.changes.withLock(\.self)
        try await bench.save("own", to: bench.store)
        try await bench.wait { bench.changes.withLock { $0 } > before }
        #expect(bench.count(.linksChanged) == 0)
        for number in 0..<count {
          let reported = bench.count(.linksChanged)
          let other = try SavedLinkStore(location: bench.location)
          try await bench.save("\(number)", to: other)
          try await bench.wait { bench.count(.linksChanged) > reported }
        }
      }
    }
  }

  @Test("the folder that a symbolic link leads to is watched, too")
  func symbolicLink() async throws {
    try await withTemporaryHome { home in
      let elsewhere = StoreLocation(
        dataFile: home.file("elsewhere/saved.sqlite"), cacheFile: home.file("cache.sqlite"))
      _ = try SavedLinkStore(location: elsewhere)
      let link = StoreLocation(
        dataFile: home.file("here/saved.sqlite"), cacheFile: home.file("cache.sqlite"))
      try FileManager.default.createDirectory(
        at: home.file("here"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: link.dataFile, withDestinationURL: elsewhere.dataFile)
      let bench = try Bench(in: link)
      try await bench.run {
        try await bench.save("1", to: try SavedLinkStore(location: elsewhere))
        try await bench.wait { bench.count(.linksChanged) == 1 }
      }
    }
  }

  @Test("a file that takes the place of this one is reported")
  func replaced() async throws {
    try await withBench { bench, home in
      let other = StoreLocation(
        dataFile: home.file("other/saved.sqlite"), cacheFile: home.file("cache.sqlite"))
      do {
        let store = try SavedLinkStore(location: other)
        try await bench.save("1", to: store)
      }
      try await bench.run {
        try #require(rename(other.dataFile.path(), bench.location.dataFile.path()) == 0)
        try await bench.wait {
          bench.count(.storeFailed(.replaced(path: bench.location.dataFile.path()))) == 1
            && bench.count(.linksChanged) >= 1
        }
      }
    }
  }
}
