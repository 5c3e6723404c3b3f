import Foundation
import TestSupport
import Testing

@testable import Bookmarks

struct LargeFileTests {
  private static let header =
    #"{"format":"raylette","kind":"header","program":"1.0.0","version":1}"#

  private static func link(_ number: Int) -> String {
    #"{"kind":"link","id":\#(number),"url":"https://a.example/\#(number)","tags":[]}"#
  }

  @Test("lines of an export may be as long as it writes them", arguments: [(5, 0), (33, 1)])
  func lines(megabytes: Int, problemCount: Int) async throws {
    let text = #"{"kind":"text","link":1,"article":""#
    let lines = [
      Self.header, text + String(repeating: "x", count: megabytes << 20) + #""}"#, Self.link(1),
      Self.link(2),
    ]
    let file = try await readFile(lines.joined(separator: "\n") + "\n")
    #expect(file.bookmarks.map(\.url.path) == ["/1", "/2"])
    #expect(file.problems.map(\.line) == Array(repeating: 2, count: problemCount))
    #expect(file.problems.allSatisfy { $0.sentence == "The line is longer than 32 MB." })
  }

  @Test("an overlong line is reported and skipped")
  func long() async throws {
    let line = "https://a.example/ " + String(repeating: "x", count: 5 << 20)
    let file = try await readFile("\(line)\nhttps://b.example/\n", format: .text)
    #expect(file.bookmarks.map(\.url.absoluteString) == ["https://b.example/"])
    #expect(file.problems.map(\.line) == [1])
  }

  @Test("only a file on disk may have any size, for readers whose memory doesn't grow with it")
  func decompressed() async throws {
    let bomb = Data(Gzip.zeros(megabytes: 66))
    func error(_ source: ByteSource, isStreaming: Bool) -> BookmarkFileError? {
      if isStreaming { source.allowAnySize() }
      do throws(BookmarkFileError) {
        while try !source.nextPiece().isEmpty {}
        return nil
      } catch {
        return error
      }
    }
    try await withTemporaryHome { home in
      let file = home.file("links.gz")
      try bomb.write(to: file)
      let path = file.path(percentEncoded: false)
      let limit = 64 << 20
      // The end of the file is missing, which is found after all of it.
      #expect(
        error(try ByteSource(file: file), isStreaming: true) == .damagedGzip(file: path))
      #expect(
        error(try ByteSource(file: file), isStreaming: false)
          == .tooLargeInflated(file: path, limit: limit))
      #expect(
        error(ByteSource(data: bomb, name: "x"), isStreaming: true)
          == .tooLargeInflated(file: "x", limit: limit))
    }
  }
}
