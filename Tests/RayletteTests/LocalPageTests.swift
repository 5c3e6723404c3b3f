import Foundation
import TestSupport
import Testing

@testable import raylette

/// What `read` takes for a file.
struct LocalPageTests {
  @Test(
    "a name that ends as what can be read does is a file's, unless it's clearly an address",
    arguments: [
      ("nosuch.md", true), ("NOSUCH.MD", true), ("no-such.txt", true), ("nosuch.pdf", true),
      ("nosuch.html", true), ("nosuch.xhtml", true), ("nosuch.xml", true), ("nosuch.json", true),
      ("nosuch.markdown", true), ("a.b.md", true), ("notes/nosuch.md", true), ("no such.md", true),
      ("nosuch.htm", true), ("feed.rss", true), ("feed.atom", true),
      ("https://nosuch.md", false), ("http://example.md/a.md", false), ("example.md/", false),
      ("example.org/nosuch.md", false), ("example.md/nosuch.txt", false), ("example.org", false),
      ("nosuch.md:8080", false), ("localhost/nosuch.md", false), ("localhost:8080/a.md", false),
      ("[::1]/nosuch.md", false), ("nosuch.zip", false), ("nosuch.sh", false), ("md", false),
      (".md", true), ("mailto:a@b.md", false),
    ])
  func names(text: String, isFile: Bool) {
    #expect((LocalPage(text)?.path == text) == isFile)
  }

  @Test("a folder is one, unless its name is an address")
  func folders() async throws {
    try await withTemporaryHome { home in
      let path = home.url.path(percentEncoded: false)
      #expect(LocalPage(path)?.path == path)
    }
    // The root has folders without a dot in their names.
    let folder = "../../../../../../../../../../../../tmp"
    #expect(LocalPage(folder)?.path == folder)
  }
}
