import Bookmarks
import Foundation
import TestSupport
import Testing

/// The entries that a reader produced.
struct ReadFile: Sendable {
  var bookmarks: [Bookmark] = []
  var problems: [BookmarkProblem] = []

  mutating func add(_ entry: Result<Bookmark, BookmarkProblem>) {
    switch entry {
    case .success(let bookmark): bookmarks.append(bookmark)
    case .failure(let problem): problems.append(problem)
    }
  }

  /// The only bookmark that was read.
  var only: Bookmark {
    get throws {
      #expect(bookmarks.count == 1 && problems.isEmpty)
      return try #require(bookmarks.first)
    }
  }
}

/// Reads a file with this content.
func readFile(_ content: some Sequence<UInt8>, format: BookmarkFormat? = nil) async throws
  -> ReadFile
{
  let data = Data(content)
  return try await withTemporaryHome { home in
    try data.write(to: home.file("bookmarks"))
    var file = ReadFile()
    try BookmarkReader(file: home.file("bookmarks"), format: format).read { file.add($0) }
    return file
  }
}

func readFile(_ text: String, format: BookmarkFormat? = nil) async throws -> ReadFile {
  try await readFile(text.utf8, format: format)
}

func url(_ address: String) throws -> URL { try #require(URL(string: address)) }

func date(_ seconds: Double) -> Date { Date(timeIntervalSince1970: seconds) }

/// All that a file with this text contains.
func contents(
  of text: String, format: BookmarkFormat? = nil, options: BookmarkReader.Options = .init()
) throws(BookmarkFileError) -> BookmarkReader.Contents {
  try BookmarkReader(data: Data(text.utf8), name: "file", format: format, options: options)
    .contents()
}
