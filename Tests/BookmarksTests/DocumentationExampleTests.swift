import Bookmarks
import Foundation
import Markup
import TestSupport
import Testing

/// The code of the documentation. A test compares it with the pages; see CONTRIBUTING.
struct DocumentationExampleTests {
  @Test("the landing page's example works")
  func landingPage() async throws {
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
    // docc:begin Bookmarks
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

  @Test("the tutorial works")
  func gettingStarted() throws {
    // docc:begin GettingStarted
    let file = Data(
      """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <DL><p>
      <DT><H3>Compilers</H3>
      <DL><p>
      <DT><A HREF="https://craftinginterpreters.com/" ADD_DATE="1700000000">Crafting Interpreters</A>
      <DT><A HREF="javascript:void(0)">A button</A>
      </DL><p>
      </DL><p>
      """.utf8)
    let contents = try BookmarkReader(data: file, name: "bookmarks.html").contents()
    print(contents.format)  // netscape
    for bookmark in contents.bookmarks {
      print(bookmark.url, bookmark.title ?? "", bookmark.tags)  // … ["Compilers"]
    }
    // docc:end
    #expect(contents.format == .netscape)
    #expect(contents.bookmarks.map(\.title) == ["Crafting Interpreters"])
    #expect(contents.bookmarks.map(\.tags) == [["Compilers"]])

    // docc:begin GettingStarted
    for problem in contents.problems {
      print("line \(problem.line ?? 0): \(problem.sentence)")
    }
    // docc:end
    #expect(contents.problems.map(\.line) == [6])
    #expect(contents.problems.map(\.kind) == [.scheme("javascript")])

    // docc:begin GettingStarted
    let outline = Data(
      """
      <opml version="2.0"><head><title>Reading</title></head><body>
      <outline text="A blog" xmlUrl="https://example.org/feed" htmlUrl="https://example.org/"/>
      </body></opml>
      """.utf8)
    let list = try BookmarkReader(data: outline, name: "feeds.opml").contents()
    let feeds: [BookmarkReference] = list.references.filter { $0.kind == .feed }
    for feed in feeds { print(feed.address, feed.title ?? "") }  // https://example.org/feed A blog
    // docc:end
    #expect(feeds.map(\.address.text) == ["https://example.org/feed"])
    #expect(feeds.map(\.title) == ["A blog"])

    // docc:begin GettingStarted
    var bytes: [UInt8] = []
    if var writer = BookmarkWriter(format: .netscape, sink: { bytes += $0 }) {
      writer.beginFolder("Read later")
      for bookmark in contents.bookmarks { writer.write(bookmark) }
      writer.endFolder()
      writer.finish()
    }
    let copy = try BookmarkReader(data: Data(bytes), name: "copy.html").contents()
    print(copy.bookmarks[0].tags)  // ["Read later", "Compilers"]
    // docc:end
    #expect(copy.bookmarks.map(\.tags) == [["Read later", "Compilers"]])
  }
}
