import Markup
import Foundation
import LinkPreview
import TestSupport
import Testing

@testable import LinkStore

struct WheelTests {
  private func wheel(_ content: Data) async throws -> Wheel {
    try await withTemporaryHome { home in
      try content.write(to: home.file("links.txt"))
      return try Wheel(contentsOf: home.file("links.txt"))
    }
  }

  @Test(
    "a wheel is read from a file of addresses",
    arguments: [
      ("https://a.example/\n", ["https://a.example/"]),
      (
        "# mine\n\n  http://a.example/x  \r\nhttps://b.example/?q=1#f",
        ["http://a.example/x", "https://b.example/?q=1#f"]
      ),
      ("https://a.example/\nhttps://a.example/", ["https://a.example/"]),
    ])
  func reads(text: String, addresses: [String]) async throws {
    let wheel = try await wheel(Data(text.utf8))
    #expect(wheel.links.map(\.address) == addresses)
    #expect(wheel.name == "links")
  }

  @Test(
    "errors are reported with their line",
    arguments: [
      ("", "has no addresses"), ("# only\n", "has no addresses"),
      ("https://a.example/\nnonsense\n", ":2: not an http or https address: nonsense"),
      ("ftp://a.example/", ":1: not an http or https address"),
      ("# a\n\nhttps://a.example/ two\n", ":3: not an http or https address"),
      ("file:///etc/passwd", ":1: not an http or https address"),
    ])
  func refuses(text: String, message: String) async throws {
    let error = await #expect(throws: WheelError.self) { try await wheel(Data(text.utf8)) }
    #expect(error?.description.contains(message) == true)
    #expect(error?.description.contains("links.txt") == true)
  }

  @Test("binary files and missing files are errors")
  func unreadable() async throws {
    let binary = await #expect(throws: WheelError.self) { try await wheel(Data([0xFF, 0xFE, 0])) }
    #expect(binary?.description.contains("isn't UTF-8 text") == true)
    let missing = #expect(throws: WheelError.self) {
      try Wheel(contentsOf: URL(filePath: "/nowhere/links.txt"))
    }
    #expect(
      missing?.description
        == "cannot read the wheel /nowhere/links.txt: No such file or directory")
  }
}
