import Bookmarks
import Foundation
import Markup
import TestSupport
import Testing

@testable import Favorites

/// Lists in files and folders.
struct WheelFileTests {
  private func load(_ path: String) async throws -> SourceContents {
    try await WheelSource(path).contents()
  }

  @Test("tags of several entries for one address are joined")
  func duplicates() async throws {
    let list =
      "## A\n- [x](https://x.example/)\n## B\n- [y](https://www.x.example/)\n- [z](https://x.example)\n"
    try await withTemporaryHome { home in
      let file = home.file("links.md")
      try Data(list.utf8).write(to: file)
      let contents = try await load(file.path())
      #expect(contents.links.map(\.title) == ["x", "y"])
      #expect(contents.links.map(\.tags) == [["A", "B"], ["B"]])
    }
  }

  @Test("a folder's files are read, but hidden and unknown ones aren't, and circles end")
  func folder() async throws {
    try await withTemporaryHome { home in
      let files = FileManager.default
      try files.createDirectory(at: home.file("links/deep"), withIntermediateDirectories: true)
      try files.createDirectory(at: home.file("links/.git"), withIntermediateDirectories: true)
      for (name, text) in [
        ("b.md", "## Topic\n- [b](https://b.example/)\n"),
        ("a.txt", "Read https://a.example/ now.\nhttps://a.example/2\n"),
        (".hidden.txt", "https://no.example/1\n"), (".git/x", "https://no.example/2\n"),
        ("picture.png", "\u{89}PNG"), ("prose.txt", "nothing here\n"),
        ("deep/c.csv", "url,title\nhttps://c.example/,C\n"),
        ("deep/My page.url", "[InternetShortcut]\r\nURL=https://d.example/\r\n"),
      ] {
        try Data(text.utf8).write(to: home.file("links/\(name)"))
      }
      try files.createSymbolicLink(
        atPath: home.file("links/deep/circle").path(), withDestinationPath: "..")
      try files.createSymbolicLink(
        atPath: home.file("links/self.txt").path(), withDestinationPath: "self.txt")
      let contents = try await load(home.file("links").path())
      #expect(contents.name == "links")
      #expect(
        contents.links.map(\.address.text) == [
          "https://a.example/", "https://a.example/2", "https://b.example/", "https://d.example/",
          "https://c.example/",
        ])
      #expect(contents.links.map(\.tags) == [["a"], ["a"], ["Topic"], [], ["c"]])
      #expect(contents.problems.isEmpty)

      try files.createDirectory(at: home.file("empty"), withIntermediateDirectories: true)
      let path = home.file("empty").path()
      let error = await #expect(throws: WheelSourceError.self) { try await load(path) }
      #expect(error?.description == "\(path) has no file with links in it")
    }
  }

  @Test(
    "files that aren't lists are named for what they are",
    arguments: [
      (Array("%PDF-1.7".utf8), "a PDF, not a list of links"),
      ([0x50, 0x4B, 3, 4], "an archive, not a list of links"),
      ([0xFF, 0xFE, 0xFD, 0], "no text file, not a list of links"),
    ] as [([UInt8], String)])
  func wrongType(bytes: [UInt8], message: String) async throws {
    try await withTemporaryHome { home in
      let file = home.file("x")
      try Data(bytes).write(to: file)
      let error = await #expect(throws: WheelSourceError.self) { try await load(file.path()) }
      #expect(error?.description == "\(file.path()) is \(message)")
    }
  }
}
