import Bookmarks
import Foundation
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

/// The new bookmarks of browsers that are followed.
struct FollowingTests {
  private let date = Date(timeIntervalSince1970: 1_700_000_000)

  private func open(_ home: TemporaryHome) throws -> SavedLinkStore {
    try SavedLinkStore(location: StoreLocation(environment: home.environment, folder: "raylette"))
  }

  private func profiles(in home: TemporaryHome) -> [BrowserProfile] {
    BrowserProfile.all(environment: home.environment, readsLists: true)
  }

  /// Does what a start of the program does.
  private func start(_ home: TemporaryHome) async throws -> [FollowedImport] {
    try await open(home).importNewBookmarks(of: profiles(in: home), at: date)
  }

  private func addresses(_ home: TemporaryHome, isTrash: Bool = false) async throws -> [String] {
    let store = try open(home)
    let ids = try await store.list(SavedQuery(isTrash: isTrash)).ids
    return try await store.links(ids).map(\.address.text).sorted()
  }

  private func id(of address: String, in home: TemporaryHome) async throws -> SavedLink.ID {
    let url = try #require(URL(string: address))
    return try #require(try await open(home).link(for: url)).id
  }

  private func withFollowedFirefox(
    _ body: (TemporaryHome, FirefoxProfile) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let firefox = try FirefoxProfile(in: home, ["https://a.example/", "https://b.example/"])
      _ = try await open(home).importLinks(from: profiles(in: home), follows: true, at: date)
      try await body(home, firefox)
    }
  }

  @Test("what's new is imported once, with its title, also while Firefox runs")
  func new() async throws {
    try await withFollowedFirefox { home, firefox in
      #expect(try await start(home).isEmpty)
      try firefox.add([
        "https://c.example/", "https://d.example/", "https://d.example/?utm_source=x",
      ])
      #expect(try await start(home) == [FollowedImport(browser: .firefox, added: 2)])
      #expect(
        try await addresses(home)
          == ["a", "b", "c", "d"].map { "https://\($0).example/" })
      #expect(try await start(home).isEmpty)
      let new = try await open(home).links([try await id(of: "https://c.example/", in: home)])
      #expect(new.map(\.metadata.title) == ["Title of https://c.example/"])
      // Its log is moved into the database, with nothing new.
      try firefox.quit()
      #expect(try await start(home).isEmpty)
    }
  }

  @Test("nothing comes back that was removed, deleted for good or undone here")
  func removed() async throws {
    try await withFollowedFirefox { home, firefox in
      try firefox.add(["https://c.example/"])
      #expect(try await start(home).added == 1)
      let store = try open(home)
      _ = try await store.undo(at: date)
      let (a, b) = (
        try await id(of: "https://a.example/", in: home),
        try await id(of: "https://b.example/", in: home)
      )
      _ = try await store.apply(.trash([a], at: date), at: date)
      #expect(try await store.emptyTrash(removedBefore: date + 1) >= 1)
      _ = try await store.apply(.trash([b], at: date), at: date)
      // A new bookmark, and a second one of each.
      try firefox.add(
        ["https://d.example/"] + ["a", "b", "c"].map { "https://\($0).example/?utm_source=x" })
      #expect(try await start(home).added == 1)
      #expect(try await addresses(home) == ["https://d.example/"])
    }
  }

  @Test("links that are saved or in the trash stay as they are")
  func present() async throws {
    try await withFollowedFirefox { home, firefox in
      let file = home.file("list.txt")
      try Data("https://c.example/\nhttps://d.example/".utf8).write(to: file)
      let store = try open(home)
      _ = try await store.importLinks(from: BookmarkReader(file: file), at: date)
      let d = try await id(of: "https://d.example/", in: home)
      _ = try await store.apply(.trash([d], at: date), at: date)
      try firefox.add(["https://c.example/", "https://d.example/"])
      #expect(try await start(home).isEmpty)
      let c = try await open(home).links([try await id(of: "https://c.example/", in: home)])
      #expect(c.map(\.metadata.title) == [nil] && c.map(\.savedAt) == [date])
      #expect(try await addresses(home, isTrash: true) == ["https://d.example/"])
    }
  }

  @Test("what another import took over isn't new any more")
  func importedOtherwise() async throws {
    try await withFollowedFirefox { home, firefox in
      try firefox.add(["https://c.example/"])
      let store = try open(home)
      _ = try await store.importLinks(from: profiles(in: home), at: date)
      let c = try await id(of: "https://c.example/", in: home)
      _ = try await store.apply(.trash([c], at: date), at: date)
      #expect(try await store.emptyTrash(removedBefore: date + 1) == 1)
      #expect(try await start(home).isEmpty)
      #expect(try await addresses(home).count == 2)
    }
  }

  @Test("only the browser, and only the profile, that is followed is read")
  func others() async throws {
    try await withTemporaryHome { home in
      let firefox = try FirefoxProfile(in: home, at: ".mozilla/firefox/a.home", [])
      let work = try FirefoxProfile(in: home, at: ".mozilla/firefox/b.work", [])
      try home.writeChromium(["https://c.example/"])
      let followed = profiles(in: home).filter { $0.isNamed("work") }
      _ = try await open(home).importLinks(
        from: followed, follows: true, onlyProfile: "work", at: date)
      try firefox.add(["https://a.example/"])
      try work.add(["https://b.example/"])
      #expect(try await start(home) == [FollowedImport(browser: .firefox, added: 1)])
      #expect(try await addresses(home) == ["https://b.example/"])
      #expect(try await open(home).followedBrowsers().map(\.profile) == ["work"])
    }
  }

  @Test("a file that looks unchanged isn't read")
  func unread() async throws {
    try await withTemporaryHome { home in
      try home.writeChromium(["https://a.example/"])
      let file = home.file(".config/chromium/Default/Bookmarks")
      _ = try await open(home).importLinks(from: profiles(in: home), follows: true, at: date)
      var status = stat()
      #expect(stat(file.path(), &status) == 0)
      let text = try String(contentsOf: file, encoding: .utf8)
      let changed = text.replacing("a.example", with: "b.example")
      #expect(changed != text)
      let handle = try FileHandle(forUpdating: file)
      try handle.write(contentsOf: Data(changed.utf8))
      #if os(macOS)
        let times = [status.st_atimespec, status.st_mtimespec]
      #else
        let times = [status.st_atim, status.st_mtim]
      #endif
      #expect(futimens(handle.fileDescriptor, times) == 0)
      try handle.close()
      #expect(try await start(home).isEmpty)
      // Its date alone makes the difference.
      try FileManager.default.setAttributes(
        [.modificationDate: date], ofItemAtPath: file.path())
      #expect(try await start(home).added == 1)
    }
  }

  @Test("a file that can't be read is tried again, and so is one that's gone")
  func unreadable() async throws {
    try await withTemporaryHome { home in
      try home.writeChromium(["https://a.example/"])
      _ = try await open(home).importLinks(from: profiles(in: home), follows: true, at: date)
      let file = home.file(".config/chromium/Default/Bookmarks")
      let good = try Data(contentsOf: file)
      try Data("{".utf8).write(to: file, options: .atomic)
      for _ in 1...2 {
        let failed = try await start(home)
        #expect(failed.map(\.added) == [0] && failed.first?.problem != nil)
      }
      // The profile is gone, and comes back.
      try FileManager.default.removeItem(at: file)
      #expect(try await start(home).isEmpty)
      try good.write(to: file)
      #expect(try await start(home).isEmpty)
      try home.writeChromium(["https://a.example/", "https://b.example/"])
      #expect(try await start(home) == [FollowedImport(browser: .chromium, added: 1)])
    }
  }

  @Test("unfollow ends it")
  func unfollow() async throws {
    try await withFollowedFirefox { home, firefox in
      let store = try open(home)
      #expect(try await store.followedBrowsers().map(\.browser) == [.firefox])
      #expect(try await store.unfollow(.firefox))
      #expect(try await !store.unfollow(.firefox))
      try firefox.add(["https://c.example/"])
      #expect(try await start(home).isEmpty)
      #expect(try await store.followedBrowsers().isEmpty)
    }
  }

  @Test("programs that start at once import each bookmark once", arguments: [2, 8])
  func atOnce(programs: Int) async throws {
    try await withFollowedFirefox { home, firefox in
      for round in 0..<5 {
        try firefox.add((0..<40).map { "https://new.example/\(round)/\($0)" })
        let (all, date) = (profiles(in: home), date)
        let stores = try (0..<programs).map { _ in try open(home) }
        let added = try await withThrowingTaskGroup { group in
          for store in stores {
            group.addTask { try await store.importNewBookmarks(of: all, at: date).added }
          }
          return try await group.reduce(0, +)
        }
        #expect(added == 40)
        #expect(try await addresses(home).count == 2 + 40 * (round + 1))
      }
    }
  }

  @Test("more new bookmarks than are kept in memory are imported, too")
  func many() async throws {
    try await withFollowedFirefox { home, firefox in
      try home.writeChromium([])
      _ = try await open(home).importLinks(from: profiles(in: home), follows: true, at: date)
      let many = (0..<10_050).map { "https://many.example/\($0)" }
      try firefox.add(["https://c.example/"] + many + ["https://many.example/7"])
      try home.writeChromium(["https://d.example/"])
      #expect(
        try await Set(start(home)) == [
          FollowedImport(browser: .firefox, added: 10_051),
          FollowedImport(browser: .chromium, added: 1),
        ])
      #expect(try open(home).count() == 10_054)
      #expect(try await start(home).isEmpty)
    }
  }

  @Test("a page that another device deleted stays away, and counts as seen")
  func deletedElsewhere() async throws {
    try await withFollowedFirefox { home, firefox in
      let store = try open(home)
      let sync = SyncStore(sharing: store)
      try await sync.begin(device: "laptop", remote: "/place")
      for name in ["c", "d"] {
        let url = try #require(URL(string: "https://\(name).example/"))
        _ = try await store.save(LinkMetadata(originalURL: url), at: date)
      }
      // As a deletion that arrives: the row of the link is gone, and its fields are kept.
      let c = try await id(of: "https://c.example/", in: home)
      _ = try await store.apply(.trash([c], at: date), at: date)
      #expect(try await store.emptyTrash(removedBefore: date + 1) == 1)
      try firefox.add(["https://c.example/", "https://d.example/", "https://e.example/"])
      #expect(try await start(home) == [FollowedImport(browser: .firefox, added: 1)])
      #expect(
        try await addresses(home) == ["a", "b", "d", "e"].map { "https://\($0).example/" })
      // Another bookmark of the page isn't new.
      try firefox.add(["https://c.example/?utm_source=x"])
      #expect(try await start(home).isEmpty)
    }
  }
}
