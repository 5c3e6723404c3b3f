import Favorites
import Foundation
import Links
import TestSupport
import Testing

@testable import raylette

/// Lists in files that `--wheel` names.
struct WheelArgumentTests {
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
      #expect(try await WheelSource(path).contents().problems.count == 1)
    }
  }
}
