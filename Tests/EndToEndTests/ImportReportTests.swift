import Foundation
import TestSupport
import Testing

/// What `saved import` says about entries that it skips.
struct ImportReportTests {
  private static let bookmarks = """
    <!DOCTYPE NETSCAPE-Bookmark-file-1>
    <DL><p>
    <DT><A HREF="https://a.example/">A</A>
    <DT><A HREF="place:sort=8">Most visited</A>
    <DT><A HREF="file:///home/me/a.html">a</A>
    <DT><A HREF="place:type=6">Recent tags</A>
    <DT><A HREF="FILE:///home/me/b.html">b</A>
    <DT><A HREF="apt:vim">vim</A>
    <DT><A HREF="not an address">x</A>
    </DL><p>
    """

  @Test("skipped entries are counted by kind, and -v lists them with their lines")
  func kinds() async throws {
    try await withTemporaryHome { home in
      try Data(Self.bookmarks.utf8).write(to: home.file("b.html"))
      let counts = "6 skipped: 2 place:, 2 file:, 1 apt:, 1 not an address"
      let run = try await CommandRun("saved import ~/b.html", in: home)
      #expect(run.output == "~/b.html: 1 added, 0 already saved (read as html); \(counts)\n")
      #expect(run.exitCode == 0 && run.error.isEmpty, "\(run.error)")
      for option in ["-v", "--verbose"] {
        let listed = try await CommandRun(
          "saved import \(option) ~/b.html", in: home)
        #expect(listed.output.hasSuffix("; \(counts)\n"))
        let lines = listed.error.split(separator: "\n")
        #expect(lines.count == 6)
        #expect(
          lines.first == "~/b.html:4: skipped: place:sort=8 is not an http or https address.")
      }
    }
  }

  @Test("a note that doesn't fit is told")
  func longNote() async throws {
    try await withTemporaryHome { home in
      let note = String(repeating: "x", count: 20_001)
      try Data("url,note\nhttps://a.example/,\(note)\n".utf8).write(to: home.file("a.csv"))
      let run = try await CommandRun("saved import ~/a.csv", in: home)
      let counts = "1 added, 0 already saved, 1 note cut to 20,000 characters"
      #expect(run.output == "~/a.csv: \(counts) (read as csv)\n", "\(run.error)")
    }
  }

  @Test("a file with nothing but skipped entries says so")
  func nothing() async throws {
    try await withTemporaryHome { home in
      try Data(#"[{"url":"place:x"},{"url":"chrome://about"}]"#.utf8).write(to: home.file("a.json"))
      let run = try await CommandRun("saved import ~/a.json", in: home)
      #expect(run.exitCode == 1)
      #expect(
        run.error
          == "raylette: No links found in ~/a.json (read as json); 2 skipped: 1 place:, 1 chrome:\n"
      )
    }
  }
}
