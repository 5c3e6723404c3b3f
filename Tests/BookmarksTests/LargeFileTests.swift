import Foundation
import TestSupport
import Testing

@testable import Bookmarks

struct LargeFileTests {
  @Test("an overlong line is reported and skipped")
  func long() async throws {
    let line = "https://a.example/ " + String(repeating: "x", count: 5 << 20)
    let file = try await readFile("\(line)\nhttps://b.example/\n", format: .text)
    #expect(file.bookmarks.map(\.url.absoluteString) == ["https://b.example/"])
    #expect(file.problems.map(\.line) == [1])
    #expect(file.problems.map(\.sentence) == ["The line is longer than 4 MB."])
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
