import Bookmarks
import Foundation
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

/// Imports from the profiles of browsers that are running.
struct BrowserImportTests {
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func open(_ home: TemporaryHome) throws -> SavedLinkStore {
    try SavedLinkStore(location: StoreLocation(environment: home.environment, folder: "raylette"))
  }

  private func profiles(in home: TemporaryHome) -> [BrowserProfile] {
    BrowserProfile.all(environment: home.environment, readsLists: true)
  }

  private func addresses(_ store: SavedLinkStore) async throws -> [String] {
    let ids = try await store.list(SavedQuery()).ids
    return try await store.links(ids).map(\.address.text).sorted()
  }

  @Test(
    "a running Firefox's latest bookmarks are counted and imported, and its files stay the same")
  func firefox() async throws {
    try await withTemporaryHome { home in
      let firefox = try FirefoxProfile(in: home, ["https://a.example/", "place:sort=8"])
      let work = try FirefoxProfile(
        in: home, at: ".mozilla/firefox/y.work", ["https://b.example/", "https://a.example/"])
      let before = [try firefox.contents(), try work.contents()]
      #expect(before.allSatisfy { $0.keys.sorted() == ["places.sqlite", "places.sqlite-wal"] })
      let profiles = profiles(in: home)
      #expect(
        try BrowserBookmarks.counted(in: profiles) == [
          BrowserBookmarks(browser: .firefox, count: 3)
        ])
      let store = try open(home)
      let report = try await store.importLinks(from: profiles, at: date)
      #expect((report.added, report.known, report.problemCount) == (2, 1, 1))
      #expect(try await addresses(store) == ["https://a.example/", "https://b.example/"])
      #expect([try firefox.contents(), try work.contents()] == before)
      let again = try await store.importLinks(from: profiles, at: date)
      #expect((again.added, again.known) == (0, 3))
      #expect(try await store.followedBrowsers().isEmpty)
    }
  }

  @Test("several browsers are imported as one change, which undo takes back")
  func undo() async throws {
    try await withTemporaryHome { home in
      let firefox = try FirefoxProfile(in: home, ["https://a.example/"])
      try home.writeChromium(["https://b.example/"])
      try home.writeChromium(named: "AccountBookmarks", ["https://c.example/"])
      try home.writeSafari(["https://d.example/"])
      let safari = BrowserProfile.all(
        in: BrowserFolders(environment: home.environment, system: .macOS))
      let profiles =
        BrowserProfile.all(
          in: BrowserFolders(environment: home.environment, system: .linux)) + safari
      let counts = try BrowserBookmarks.counted(in: profiles)
      #expect(counts.map(\.count) == [1, 2, 1])
      let store = try open(home)
      let report = try await store.importLinks(from: profiles, at: date)
      #expect(report.added == 4)
      _ = try await store.undo(at: date)
      #expect(try await addresses(store).isEmpty)
      try firefox.quit()
    }
  }

  @Test("if one file can't be read, or the import is cancelled or a dry run, nothing changes")
  func nothing() async throws {
    try await withTemporaryHome { home in
      let firefox = try FirefoxProfile(in: home, ["https://a.example/"])
      let store = try open(home)
      let dry = try await store.importLinks(
        from: profiles(in: home), follows: true, at: date, isDryRun: true)
      #expect(dry.added == 1)
      let (all, date) = (profiles(in: home), date)
      let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await store.importLinks(from: all, follows: true, at: date)
      }
      await #expect(throws: ImportError.file(.cancelled)) { try await task.value }
      try home.writeChromium([])
      try Data(#"{"roots": {"bookmark_bar": "#.utf8)
        .write(to: home.file(".config/chromium/Default/Bookmarks"))
      await #expect(throws: ImportError.self) {
        try await store.importLinks(from: profiles(in: home), follows: true, at: date)
      }
      let counts = try BrowserBookmarks.counted(in: profiles(in: home))
      #expect(counts.map { $0.problem == nil } == [true, false])
      #expect(try await addresses(store).isEmpty)
      #expect(try await store.followedBrowsers().isEmpty)
      try firefox.quit()
    }
  }
}
