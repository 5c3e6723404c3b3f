import Bookmarks
import Foundation
import TestSupport
import Testing

struct BookmarkReaderTests {
  private static let lines = (0..<5_000).map { "https://a.example/\($0)\n" }.joined()

  @Test("a pipe is read to its end, without a known size")
  func pipe() throws {
    let pipe = Pipe()
    try pipe.fileHandleForWriting.write(contentsOf: Data("url\nhttps://a.example/\n".utf8))
    try pipe.fileHandleForWriting.close()
    var file = ReadFile()
    var totals: Set<Int?> = []
    try BookmarkReader(handle: pipe.fileHandleForReading).read(
      progress: { totals.insert($0.bytesTotal) }
    ) { file.add($0) }
    #expect(try file.only.url.host() == "a.example")
    #expect(totals == [nil])
  }

  @Test("entries that span chunks are complete, and progress ends at the file's size")
  func progress() async throws {
    try await withTemporaryHome { home in
      try Data(Self.lines.utf8).write(to: home.file("links.txt"))
      var file = ReadFile()
      var steps: [BookmarkReader.Progress] = []
      try BookmarkReader(file: home.file("links.txt")).read(progress: { steps.append($0) }) {
        file.add($0)
      }
      #expect(file.bookmarks.map(\.url.absoluteString).joined(separator: "\n") + "\n" == Self.lines)
      #expect(steps.map(\.bytesRead) == steps.map(\.bytesRead).sorted())
      #expect(steps.last?.bytesRead == Self.lines.utf8.count)
      #expect(Set(steps.map(\.bytesTotal)) == [Self.lines.utf8.count])
      #expect(steps.count > 3)
      #expect(steps.map(\.entryCount).contains(3000) && steps.last?.entryCount == 5000)
    }
  }

  @Test("a cancelled task reads no more entries")
  func cancels() async throws {
    try await withTemporaryHome { home in
      try Data(Self.lines.utf8).write(to: home.file("links.txt"))
      let file = home.file("links.txt")
      let task = Task {
        var count = 0
        do throws(BookmarkFileError) {
          try BookmarkReader(file: file).read { _ in
            count += 1
            if count == 10 { withUnsafeCurrentTask { $0?.cancel() } }
          }
        } catch {
          #expect(error == .cancelled)
        }
        return count
      }
      #expect(await task.value == 10)
    }
  }

  @Test("an error of the receiver stops the reader")
  func stops() async throws {
    try await withTemporaryHome { home in
      try Data(Self.lines.utf8).write(to: home.file("links.txt"))
      var count = 0
      #expect(throws: BookmarkFileError.cancelled) {
        try BookmarkReader(file: home.file("links.txt")).read { _ throws(CancellationError) in
          count += 1
          throw CancellationError()
        }
      }
      #expect(count == 1)
    }
  }

  @Test("errors say why a file can't be read")
  func errors() async throws {
    try await withTemporaryHome { home in
      let missing = home.file("none").path()
      #expect(
        throws: BookmarkFileError.unreadable(file: missing, reason: "No such file or directory")
      ) {
        try BookmarkReader(file: home.file("none")).read { _ in }
      }
      let folder = home.url.path()
      #expect(throws: BookmarkFileError.unreadable(file: folder, reason: "it is a folder")) {
        try BookmarkReader(file: home.url).read { _ in }
      }
      try Data("hello".utf8).write(to: home.file("x"))
      let error = #expect(throws: BookmarkFileError.self) {
        try BookmarkReader(file: home.file("x")).read { _ in }
      }
      #expect(error == .unknownFormat(file: home.file("x").path()))
      #expect(error?.errorDescription?.contains("html, firefox, jsonlz4, chrome") == true)
      #expect(error?.localizedDescription == error?.description)
    }
  }

  @Test("an invalid UTF-8 byte in JSON spoils one character, not the file")
  func invalid() async throws {
    let bytes =
      Array("{\"url\":\"https://a.example/\",\"title\":\"a".utf8) + [0xFF] + Array("é\"}".utf8)
    #expect(try await readFile(bytes).only.title == "a\u{FFFD}é")
  }

  @Test("an overlong address is reported")
  func longAddress() async throws {
    let address = "https://a.example/" + String(repeating: "x", count: 70_000)
    let file = try await readFile("\(address)\nhttps://b.example/\n")
    #expect(file.bookmarks.count == 1)
    #expect(file.problems.map(\.line) == [1])
  }
}
