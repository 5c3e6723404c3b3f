@testable import raylette
import Bookmarks
import Foundation
import LinkStore
import Markup
import TestSupport
import Testing
import Links

@testable import WheelSources
@testable import raylette

/// Lists in files and folders.
@Suite(.timeLimit(.minutes(10)))
struct WheelFileTests {
  private func load(_ path: String) async throws -> SourceContents {
    try await WheelSource(path).contents()
  }

  private func wheel(_ text: String, _ read: (String) async throws -> Void) async throws {
    try await withTemporaryHome { home in
      let file = home.file("my links.txt")
      try Data(text.utf8).write(to: file)
      try await read(file.path(percentEncoded: false))
    }
  }

  @Test(
    "a plain list is read, each address once",
    arguments: [
      ("https://a.example/\n", ["https://a.example/"]),
      (
        "# mine\n\n  http://a.example/x  \r\nhttps://b.example/?q=1#f",
        ["http://a.example/x", "https://b.example/?q=1#f"]
      ),
      ("https://a.example/\nhttps://a.example/?utm_source=x", ["https://a.example/"]),
    ])
  func list(text: String, addresses: [String]) async throws {
    try await wheel(text) { path in
      let wheel = try await WheelArgument(text: path).read()
      #expect(wheel.links.map(\.address) == addresses)
      #expect(wheel.name == "my links")
    }
  }

  @Test(
    "a wrong line of a plain list is named",
    arguments: [
      ("https://a.example/\nnonsense\n", ":2: nonsense is not an http or https address"),
      ("ftp://a.example/", ":1: ftp://a.example/ is not an http or https address"),
      ("# a\n\na word: ftp://a.example/\n", ":3: a word: ftp://a.example/ is not an http or https"),
      ("file:///etc/passwd", ":1: file:///etc/passwd is not an http or https address"),
      ("", " has no links; put one http or https address on each line"),
      ("# only\n", " has no links; put one http or https address on each line"),
    ])
  func wrongLine(text: String, message: String) async throws {
    try await wheel(text) { path in
      let error = await #expect(throws: WheelSourceError.self) {
        try await WheelArgument(text: path).read()
      }
      #expect(error?.description.hasPrefix(path + message) == true)
      // A wrong address is wrong usage; a list without links has nothing to be found.
      #expect(error?.exitCode == (message.hasPrefix(":") ? 2 : 1))
    }
  }

  @Test("a problem in any other list doesn't spoil it")
  func problem() async throws {
    try await wheel("- [a](https://a.example/)\n- [b](ftp://b.example/)\n") { path in
      let wheel = try await WheelArgument(text: path).read()
      #expect(wheel.links.map(\.address) == ["https://a.example/"])
      #expect(try await load(path).problems.count == 1)
    }
  }

  @Test("tags of several entries for one address are joined")
  func duplicates() async throws {
    let list =
      "## A\n- [x](https://x.example/)\n## B\n- [y](https://www.x.example/)\n- [z](https://x.example)\n"
    try await wheel(list) { path in
      let contents = try await load(path)
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
          "https://a.example/", "https://a.example/2", "https://b.example/", "https://c.example/",
        ])
      #expect(contents.links.map(\.tags) == [["a"], ["a"], ["Topic"], ["c"]])
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
