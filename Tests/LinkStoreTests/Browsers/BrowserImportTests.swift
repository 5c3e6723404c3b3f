import Bookmarks
import Foundation
import GRDB
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

  @Test("if no file can be read, or the import is cancelled or a dry run, nothing changes")
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
        try await store.importLinks(
          from: profiles(in: home).filter { $0.browser == .chromium }, follows: true, at: date)
      }
      let counts = try BrowserBookmarks.counted(in: profiles(in: home))
      #expect(counts.map { $0.problem == nil } == [true, false])
      #expect(try await addresses(store).isEmpty)
      #expect(try await store.followedBrowsers().isEmpty)
      try firefox.quit()
    }
  }

  @Test("a file that can't be read is named, the others are imported", arguments: [false, true])
  func unread(isRead: Bool) async throws {
    try await withTemporaryHome { home in
      let first = try FirefoxProfile(
        in: home, at: ".mozilla/firefox/a.one", ["https://a.example/"])
      let last = try FirefoxProfile(
        in: home, at: ".mozilla/firefox/c.three", ["https://c.example/"])
      let bad = home.file(".mozilla/firefox/b.two/places.sqlite")
      try FileManager.default.createDirectory(
        at: bad.deletingLastPathComponent(), withIntermediateDirectories: true)
      // It's damaged after some bookmarks that can be read.
      try await damaged(["https://b.example/", "https://a.example/?b"]).write(to: bad)
      let counts = try BrowserBookmarks.counted(in: profiles(in: home))
      #expect(counts.map(\.count) == [2] && counts.first?.problem?.contains("b.two") == true)
      let store = try open(home)
      let report = try await store.importLinks(from: profiles(in: home), follows: true, at: date)
      #expect((report.added, report.known, report.problemCount) == (2, 0, 0))
      #expect(report.unreadFiles.count == 1)
      #expect(report.unreadFiles.first?.description.contains(bad.path()) == true)
      #expect(try await addresses(store) == ["https://a.example/", "https://c.example/"])
      // Nothing of it counts as seen.
      #expect(
        try await store.file.read { try FollowedTables.pages(of: .firefox, in: $0).count } == 2)
      let start = try await store.importNewBookmarks(of: profiles(in: home), at: date)
      #expect(start.map(\.added) == [0] && start.first?.problem?.contains("b.two") == true)
      if isRead {
        try FileManager.default.removeItem(at: bad)
        let mended = try FirefoxProfile(
          in: home, at: ".mozilla/firefox/b.two", ["https://b.example/"])
        #expect(
          try await store.importNewBookmarks(of: profiles(in: home), at: date)
            == [FollowedImport(browser: .firefox, added: 1)])
        try mended.quit()
      } else {
        // What's new in the others comes, and they aren't read again for the bad one.
        try first.add(["https://new.example/"])
        let next = try await store.importNewBookmarks(of: profiles(in: home), at: date)
        #expect(next.map(\.added) == [1] && next.first?.problem?.contains("b.two") == true)
      }
      try first.quit()
      try last.quit()
    }
  }

  /// A profile whose last bookmarks can't be read.
  private func damaged(_ addresses: [String]) async throws -> Data {
    try await withTemporaryHome { home in
      let firefox = try FirefoxProfile(
        in: home, addresses + (0..<2_000).map { "https://many.example/\($0)" })
      try firefox.quit()
      var data = try Data(contentsOf: firefox.folder.appending(path: "places.sqlite"))
      // The pages of the tables' ends.
      for index in (data.count - 40_960)..<data.count { data[index] = 0x5A }
      return data
    }
  }

  @Test("a profile with nothing in it has no bookmarks, and isn't an error")
  func empty() async throws {
    try await withTemporaryHome { home in
      let firefox = try FirefoxProfile(in: home, ["https://a.example/"])
      for (name, sql) in [("b.zero", ""), ("c.none", "PRAGMA user_version = 1")] {
        let file = home.file(".mozilla/firefox/\(name)/places.sqlite")
        try FileManager.default.createDirectory(
          at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        if sql.isEmpty {
          try Data().write(to: file)
        } else {
          let queue = try DatabaseQueue(path: file.path())
          try await queue.writeWithoutTransaction { try $0.execute(sql: sql) }
          try queue.close()
        }
      }
      let chromium = home.file(".config/chromium/Default/Bookmarks")
      try FileManager.default.createDirectory(
        at: chromium.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data().write(to: chromium)
      #expect(profiles(in: home).count == 4)
      #expect(
        try BrowserBookmarks.counted(in: profiles(in: home)) == [
          BrowserBookmarks(browser: .firefox, count: 1),
          BrowserBookmarks(browser: .chromium, count: 0),
        ])
      let report = try await open(home).importLinks(
        from: profiles(in: home), follows: true, at: date)
      #expect(report.added == 1 && report.unreadFiles.isEmpty)
      #expect(
        try await open(home).importNewBookmarks(of: profiles(in: home), at: date).isEmpty)
      try firefox.quit()
    }
  }
}
