import Bookmarks
import Foundation
import TestSupport
import Testing

@Suite("Files that declare no encoding")
struct UndeclaredCharsetTests {
  @Test(
    "bookmarks are in the encoding that they look like",
    arguments: LegacyText.all.filter {
      ["Shift_JIS", "EUC-KR", "Big5", "KOI8-R", "windows-1251"].contains($0.encoding)
    })
  func bookmarks(_ text: LegacyText) async throws {
    let netscape = """
      <!DOCTYPE NETSCAPE-Bookmark-file-1>
      <DL><p><DT><A HREF="https://a.example/1">\(text.title)</A>
      <DD>\(text.paragraph)
      </DL>
      """
    let file = try await readFile(try text.bytes(of: netscape))
    #expect(file.bookmarks.map(\.title) == [text.title])
    let list = "- [\(text.title)](https://a.example/1) - \(text.paragraph)\n"
    let entries = try await readFile(try text.bytes(of: list), format: .markdown)
    #expect(entries.bookmarks.map(\.title) == [text.title])
  }
}
