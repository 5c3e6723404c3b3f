import Links
import TerminalGrid
import Testing

@testable import RayletteApp

struct NoticeTests {
  private static let store = "/home/somebody/.local/share/raylette/saved.sqlite"

  private static let damaged =
    "Nothing can be saved: \(StoreError.corrupt(path: store, holds: .savedLinks, backup: "2026-01-31"))."

  static let cases: [(name: String, notice: Notice, sizes: [GridSize])] = [
    ("damaged", .failure(damaged), sizes),
    ("full", .failure("Not saved: \(StoreError.full(path: store))."), sizes),
    (
      "file", .success("Saved as ~/Documents/links/compilers/reading/crafting-interpreters.html."),
      sizes
    ),
  ]

  private static let sizes = [
    GridSize(columns: 40, rows: 10), GridSize(columns: 40, rows: 20),
    GridSize(columns: 80, rows: 24),
  ]

  @Test("screens with long notices match the recorded frames", arguments: cases)
  func frame(name: String, notice: Notice, sizes: [GridSize]) throws {
    for size in sizes {
      var state = Samples.ended(
        .success(Samples.article), columns: size.columns, rows: size.rows)
      state.notice = notice
      try FrameTests.expect(state, toLookAs: "notice-\(name)-\(size.columns)x\(size.rows)")
    }
  }

  static let lines: [(text: String, columns: Int, expected: [String])] = [
    ("Done.", 36, ["Done."]),
    ("Saved as /tmp/a.txt.", 36, ["Saved as /tmp/a.txt."]),
    ("Saved as /home/me/a/b/c/d/link.html.", 36, ["Saved as /home/me/a/b/c/d/link.html."]),
    // The path keeps as much as fits.
    ("Saved as /home/me/a/b/c/d/link.html.", 35, ["Saved as /home/…/a/b/c/d/link.html."]),
    ("Saved as /home/me/a/b/c/d/link.html.", 34, ["Saved as /home/…/b/c/d/link.html."]),
    ("Saved as /home/me/a/b/c/d/link.html.", 28, ["Saved as /home/…/link.html."]),
    ("Saved as ~/one/two/three/link.html.", 28, ["Saved as ~/…/link.html."]),
    ("Save https://a.example/b/c/d.html?", 32, ["Save https://a.example/…/d.html?"]),
    (
      "cannot write /home/me/data/saved.sqlite: the disk is full", 34,
      ["cannot write /home/…/saved.sqlite:", "the disk is full"]
    ),
    // Where it takes as many lines anyway, the path is whole.
    (
      "cannot write /home/me/data/saved.sqlite: the disk is full", 30,
      ["cannot write", "/home/me/data/saved.sqlite:", "the disk is full"]
    ),
    ("one or/and two, and/or/three/or/four", 20, ["one or/and two,", "and/or/three/or/four"]),
    ("", 20, []),
  ]

  @Test("paths lose their middle before a notice takes a second line", arguments: lines)
  func shortened(text: String, columns: Int, expected: [String]) {
    #expect(NoticeLines(text, columns: columns, ellipsis: "…").lines == expected)
  }
}
