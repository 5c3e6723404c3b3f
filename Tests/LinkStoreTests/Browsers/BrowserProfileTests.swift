import Foundation
import Links
import TestSupport
import Testing

@testable import LinkStore

/// Where browsers have their bookmarks.
struct BrowserProfileTests {
  static let places: [(OperatingSystem, String, WebBrowser, name: String)] = [
    (
      .linux, ".mozilla/firefox/x3f9k2.default-release/places.sqlite", .firefox,
      "x3f9k2.default-release"
    ),
    (.linux, ".config/mozilla/firefox/a1.default/places.sqlite", .firefox, "a1.default"),
    (.linux, "snap/firefox/common/.mozilla/firefox/a1.x/places.sqlite", .firefox, "a1.x"),
    (.linux, ".var/app/org.mozilla.firefox/.mozilla/firefox/a1.x/places.sqlite", .firefox, "a1.x"),
    (
      .linux, ".var/app/org.mozilla.firefox/config/mozilla/firefox/a1/places.sqlite", .firefox, "a1"
    ),
    (.linux, ".config/chromium/Default/Bookmarks", .chromium, "Default"),
    (.linux, "snap/chromium/common/chromium/Default/Bookmarks", .chromium, "Default"),
    (
      .linux, ".var/app/org.chromium.Chromium/config/chromium/Default/Bookmarks", .chromium,
      "Default"
    ),
    (.linux, ".config/google-chrome/Profile 12/Bookmarks", .chrome, "Profile 12"),
    (.linux, ".config/google-chrome/Default/AccountBookmarks", .chrome, "Default"),
    (
      .linux, ".var/app/com.google.Chrome/config/google-chrome/Default/Bookmarks", .chrome,
      "Default"
    ),
    (.linux, ".config/BraveSoftware/Brave-Browser/Default/Bookmarks", .brave, "Default"),
    (
      .linux, "snap/brave/current/.config/BraveSoftware/Brave-Browser/Default/Bookmarks", .brave,
      "Default"
    ),
    (
      .linux, ".var/app/com.brave.Browser/config/BraveSoftware/Brave-Browser/Default/Bookmarks",
      .brave, "Default"
    ),
    (.linux, ".config/vivaldi/Default/Bookmarks", .vivaldi, "Default"),
    (.linux, ".config/microsoft-edge/Profile 1/Bookmarks", .edge, "Profile 1"),
    (
      .macOS, "Library/Application Support/Firefox/Profiles/a1.default/places.sqlite", .firefox,
      "a1.default"
    ),
    (.macOS, "Library/Application Support/Chromium/Default/Bookmarks", .chromium, "Default"),
    (.macOS, "Library/Application Support/Google/Chrome/Profile 2/Bookmarks", .chrome, "Profile 2"),
    (
      .macOS, "Library/Application Support/BraveSoftware/Brave-Browser/Default/Bookmarks", .brave,
      "Default"
    ),
    (.macOS, "Library/Application Support/Vivaldi/Default/Bookmarks", .vivaldi, "Default"),
    (.macOS, "Library/Application Support/Microsoft Edge/Default/Bookmarks", .edge, "Default"),
    (.macOS, "Library/Safari/Bookmarks.plist", .safari, "Safari"),
  ]

  private func touch(_ path: String, in home: TemporaryHome) throws {
    let file = home.file(path)
    try FileManager.default.createDirectory(
      at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: file)
  }

  private func profiles(
    in home: TemporaryHome, _ system: OperatingSystem = .linux, readsLists: Bool = false
  ) -> [BrowserProfile] {
    BrowserProfile.all(
      in: BrowserFolders(environment: home.environment, system: system), readsLists: readsLists)
  }

  @Test("profiles are found where browsers keep them, and nowhere else", arguments: places)
  func found(system: OperatingSystem, path: String, browser: WebBrowser, name: String)
    async throws
  {
    try await withTemporaryHome { home in
      #expect(profiles(in: home, system).isEmpty)
      try touch(path, in: home)
      let found = profiles(in: home, system)
      #expect(found.map(\.browser) == [browser] && found.map(\.name) == [name])
      #expect(found.first?.files.map { $0.path() } == [home.file(path).path()])
      #expect(profiles(in: home, system == .linux ? .macOS : .linux).isEmpty)
    }
  }

  @Test(
    "what isn't a profile with bookmarks isn't found",
    arguments: [
      ".config/chromium/System Profile/Bookmarks", ".config/chromium/Bookmarks",
      ".config/chromium/Default/Bookmarks/x", ".mozilla/firefox/places.sqlite",
      ".mozilla/firefox/a1.default/places.sqlite-wal", ".config/chromium/Default/History",
    ])
  func absent(path: String) async throws {
    try await withTemporaryHome { home in
      try touch(path, in: home)
      #expect(profiles(in: home).isEmpty)
    }
  }

  @Test("XDG_CONFIG_HOME moves the folder for settings")
  func settings() async throws {
    try await withTemporaryHome { home in
      try touch("settings/vivaldi/Default/Bookmarks", in: home)
      let environment = home.environment.merging(["XDG_CONFIG_HOME": home.file("settings").path()])
      { $1 }
      let folders = BrowserFolders(environment: environment, system: .linux)
      #expect(BrowserProfile.all(in: folders).map(\.browser) == [.vivaldi])
    }
  }

  @Test("a folder in two places is one profile, several profiles are one browser's")
  func several() async throws {
    try await withTemporaryHome { home in
      for path in [
        ".mozilla/firefox/b.work/places.sqlite", ".mozilla/firefox/a.default/places.sqlite",
        ".config/chromium/Default/Bookmarks", ".config/chromium/Default/AccountBookmarks",
      ] {
        try touch(path, in: home)
      }
      try FileManager.default.createDirectory(
        at: home.file(".config/mozilla"), withIntermediateDirectories: true)
      try FileManager.default.createSymbolicLink(
        at: home.file(".config/mozilla/firefox"), withDestinationURL: home.file(".mozilla/firefox"))
      let found = profiles(in: home)
      #expect(found.map(\.name) == ["a.default", "b.work", "Default"])
      #expect(found.last?.files.count == 2)
      #expect(found.filter { $0.isNamed("Work") }.map(\.name) == ["b.work"])
      #expect(found.filter { $0.isNamed("b.work") }.count == 1)
      #expect(found.filter { $0.isNamed("b") }.isEmpty)
    }
  }

  @Test("profiles.ini names profiles elsewhere, and is read only then")
  func list() async throws {
    try await withTemporaryHome { home in
      for path in ["elsewhere/own/places.sqlite", ".mozilla/firefox/a.default/places.sqlite"] {
        try touch(path, in: home)
      }
      let text = """
        [Install4F96D1932A9F858E]
        Default=a.default

        [Profile1]
        Name=own
        IsRelative=0
        Path=\(home.file("elsewhere/own").path())

        [Profile0]
        Name=default
        IsRelative=1
        Path=a.default

        [Profile2]
        Path=gone
        """
      try Data(text.utf8).write(to: home.file(".mozilla/firefox/profiles.ini"))
      #expect(profiles(in: home).map(\.name) == ["a.default"])
      #expect(profiles(in: home, readsLists: true).map(\.name) == ["a.default", "own"])
    }
  }
}
