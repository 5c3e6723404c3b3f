import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

struct SavedLinkStoreTests {
  private func metadata(_ address: String, title: String? = nil) throws -> LinkMetadata {
    var metadata = LinkMetadata(originalURL: try #require(URL(string: address)))
    metadata.title = title
    return metadata
  }

  private func date(_ seconds: Double) -> Date {
    Date(timeIntervalSince1970: 1_700_000_000 + seconds)
  }

  private func urls(_ store: SavedLinkStore) async throws -> [String] {
    try await all(store).map(\.url.absoluteString)
  }

  private func all(_ store: SavedLinkStore) async throws -> [SavedLink] {
    let ids = try await store.list(SavedQuery()).ids
    let links = try await store.links(ids)
    return ids.compactMap { id in links.first { $0.id == id } }
  }

  @Test("the newest links are the first of the list, without the trash")
  func newest() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      #expect(try await store.newest(3) == [])
      for (number, seconds) in [0, 50, 20, 50, 90].enumerated() {
        let page = try metadata("https://example.org/\(number)")
        _ = try await store.save(page, at: date(Double(seconds)))
      }
      let listed = try await store.list(SavedQuery()).ids
      try await store.apply(.trash([listed[0]], at: date(100)), at: date(100))
      let newest = try await store.newest(3)
      #expect(newest.map(\.id) == Array(listed[1...3]))
    }
  }

  @Test("a page is one link, whichever address leads to it")
  func redirected() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let page = try #require(URL(string: "https://example.org/page"))
      _ = try await store.save(LinkMetadata(originalURL: page), at: .now)
      let old = try #require(URL(string: "https://example.org/old"))
      let again = try await store.save(LinkMetadata(originalURL: old, url: page), at: .now)
      guard case .alreadySaved(let link) = again else {
        return #expect(again == nil as SaveOutcome?)
      }
      #expect(link.url == page)
    }
  }

  @Test("saved links are there after reopening, newest first")
  func reopens() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let first = try metadata("https://example.org/1", title: "日本語")
      let outcome = try await SavedLinkStore(location: location).save(first, at: date(0))
      guard case .saved(let saved) = outcome else {
        Issue.record("not saved: \(outcome)")
        return
      }
      _ = try await SavedLinkStore(location: location)
        .save(try metadata("https://example.org/2"), at: date(1))
      let store = try SavedLinkStore(location: location)
      #expect(try await urls(store) == ["https://example.org/2", "https://example.org/1"])
      #expect(try await all(store).last == saved)
      #expect(saved.metadata == first)
      #expect(saved.savedAt == date(0))
    }
  }

  @Test("an address is saved only once")
  func duplicates() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let outcome = try await store.save(metadata("https://example.org/", title: "a"), at: date(0))
      guard case .saved(let link) = outcome else { throw CancellationError() }
      let again = try await store.save(metadata("https://example.org/", title: "b"), at: date(9))
      #expect(again == .alreadySaved(link))
      #expect(try await all(store) == [link])
    }
  }

  @Test("a link without metadata takes later metadata and keeps it")
  func bareLink() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let bare = try metadata("https://example.org/")
      let full = try metadata("https://example.org/", title: "T")
      guard case .saved(let first) = try await store.save(bare, at: date(0)) else {
        throw CancellationError()
      }
      let expected = SavedLink(id: first.id, metadata: full, savedAt: date(0))
      let later = try await store.save(full, at: date(9))
      // The link already existed, so nothing new was saved.
      #expect(later == .alreadySaved(expected))
      let bareAgain = try await store.save(bare, at: date(10))
      #expect(bareAgain == .alreadySaved(expected))
      #expect(try await all(store) == [expected])
    }
  }

  @Test("only the owner can access files and folders")
  func permissions() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      _ = try await store.save(metadata("https://example.org/"), at: date(0))
      let cache = MetadataCache(location: location)
      try await cache.store(metadata("https://example.org/"), at: date(0))
      for file in [location.dataFile, location.cacheFile] {
        #expect(try mode(file) == 0o600)
        #expect(try mode(URL(filePath: file.path() + "-wal")) == 0o600)
        #expect(try mode(file.deletingLastPathComponent()) == 0o700)
      }
    }
  }

  @Test("a file that others can read is restricted to its owner")
  func copiedFile() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      for file in [location.dataFile, location.cacheFile] {
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data().write(to: file)
        chmod(file.path(), 0o644)
      }
      let store = try SavedLinkStore(location: location)
      _ = try await store.save(metadata("https://example.org/"), at: date(0))
      let cache = MetadataCache(location: location)
      try await cache.store(metadata("https://example.org/"), at: date(0))
      for file in [location.dataFile, location.cacheFile] {
        for suffix in ["", "-wal"] {
          #expect(try mode(URL(filePath: file.path() + suffix)) == 0o600)
        }
      }
    }
  }

  private func mode(_ url: URL) throws -> Int {
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path())
    return try #require(attributes[.posixPermissions] as? Int)
  }

  @Test("a link is found by its own address or its page's, never by another fragment's")
  func naming() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      func save(_ text: String) async throws {
        _ = try await store.save(
          LinkMetadata(originalAddress: try #require(WebAddress(text))),
          at: Date(timeIntervalSince1970: 1))
      }
      func named(_ text: String) async throws -> String? {
        try await store.link(named: try #require(WebAddress(text)))?.address.text
      }
      try await save("https://b.example/a#one")
      #expect(try await named("https://b.example/a#two") == nil)
      #expect(try await named("https://b.example/a") == nil)
      #expect(try await named("HTTPS://b.example/%61/#one") == "https://b.example/a#one")
      #expect(try await named("https://b.example/a#one:~:text=b") == "https://b.example/a#one")
      try await save("https://b.example/m#map=1")
      try await save("https://b.example/m#map=2|%")
      #expect(try await named("https://b.example/m#map=2|%") == "https://b.example/m#map=2|%")
      #expect(try await named("https://b.example/m") == nil)
    }
  }

  @Test("an empty file is a new store")
  func emptyFile() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      try FileManager.default.createDirectory(
        at: location.dataFile.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: location.dataFile)
      let store = try SavedLinkStore(location: location)
      _ = try await store.save(metadata("https://example.org/"), at: date(0))
      #expect(try await all(store).map(\.url.absoluteString) == ["https://example.org/"])
    }
  }

  @Test("two stores on one file lose nothing")
  func twoAtOnce() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let stores = [try SavedLinkStore(location: location), try SavedLinkStore(location: location)]
      try await withThrowingTaskGroup { group in
        for number in 0..<100 {
          group.addTask {
            let link = try metadata("https://example.org/\(number)")
            _ = try await stores[number % 2].save(link, at: date(Double(number)))
          }
        }
        try await group.waitForAll()
      }
      let expected = (0..<100).reversed().map { "https://example.org/\($0)" }
      for store in stores { #expect(try await urls(store) == expected) }
    }
  }

  @Test("a row with unreadable metadata keeps its address and title, and doesn't hide others")
  func damagedRow() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      for number in 0..<2 {
        _ = try await store.save(metadata("https://example.org/\(number)", title: "T"), at: date(0))
      }
      try await store.file.write { db in
        try db.execute(sql: "UPDATE link SET metadata = x'7B', savedAt = 0 WHERE id = 1")
      }
      let links = try await all(store)
      #expect(
        links.map(\.url.absoluteString) == ["https://example.org/1", "https://example.org/0"])
      #expect(links.map(\.metadata.title) == ["T", "T"])
      #expect(links.map(\.isFetched) == [true, false])
    }
  }
}
