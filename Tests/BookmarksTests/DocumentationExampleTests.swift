import Bookmarks
import Foundation
import TestSupport
import Testing

struct DocumentationExampleTests {
  @Test("the landing page's example works, and is the one compiled here")
  func landingPage() async throws {
    try expectExampleIsDocumented()
    try await withTemporaryHome { home in
      let table = """
        title,url,tags
        Crafting Interpreters,https://craftinginterpreters.com/,"books,swift"
        An old file,ftp://example.org/,
        """
      try Data(table.utf8).write(to: home.file("links"))
      let bookmarks = try await convert(home.file("links"), to: home.file("links.html"))
      #expect(bookmarks.map(\.url.absoluteString) == ["https://craftinginterpreters.com/"])
      #expect(bookmarks.map(\.title) == ["Crafting Interpreters"])
      #expect(bookmarks.map(\.tags) == [["books", "swift"]])
      let written = try Data(contentsOf: home.file("links.html"))
      #expect(BookmarkFormat(startOfFile: written) == .netscape)
      let copy = try await readFile(written)
      #expect(copy.bookmarks == bookmarks)
      #expect(copy.problems.isEmpty)
    }
  }

  private func convert(_ source: URL, to target: URL) async throws -> [Bookmark] {
    // docc:begin
    var bookmarks: [Bookmark] = []
    let format = try BookmarkReader(file: source).read { entry in
      switch entry {
      case .success(let bookmark): bookmarks.append(bookmark)
      case .failure(let problem): print("Line \(problem.line ?? 0): \(problem.sentence)")
      }
    }
    print("\(bookmarks.count) bookmarks from a \(format.rawValue) file")

    var bytes: [UInt8] = []
    if var writer = BookmarkWriter(format: .netscape, sink: { bytes += $0 }) {
      for bookmark in bookmarks { writer.write(bookmark) }
      writer.finish()
    }
    try Data(bytes).write(to: target, options: .atomic)
    // docc:end
    return bookmarks
  }

  /// Compares the example of the landing page with the lines between the markers, without
  /// indentation. The page's imports have to be those of this file.
  private func expectExampleIsDocumented() throws {
    let file = URL(filePath: #filePath)
    let root = file.deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = try lines(of: root.appending(path: "Sources/Bookmarks/Bookmarks.docc/Bookmarks.md"))
    let source = try lines(of: file)
    let documented = page.drop { $0 != "```swift" }.dropFirst().prefix { $0 != "```" }
    let compiled = source.drop { $0 != "// docc:begin" }.dropFirst().prefix { $0 != "// docc:end" }
    let imports = documented.prefix { $0.hasPrefix("import ") }
    let body = documented.dropFirst(imports.count).drop(while: \.isEmpty)
    #expect(!compiled.isEmpty)
    #expect(Array(body) == Array(compiled))
    for line in imports { #expect(source.contains(line)) }
  }

  private func lines(of file: URL) throws -> [String] {
    try String(contentsOf: file, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
