import Articles
import Foundation
import TestSupport
import Testing

/// Texts in files that declare no encoding.
@Suite struct UndeclaredCharsetTests {
  @Test(arguments: LegacyText.all.filter { ["Shift_JIS", "KOI8-R", "GBK"].contains($0.encoding) })
  func textsAndMarkdownAreInTheEncodingThatTheyLookLike(_ text: LegacyText) throws {
    let url = try #require(URL(string: "https://www.example.org/a"))
    let plain = try Article(text: Data(text.bytes(of: text.paragraph)))
    #expect(plain.plainText == text.paragraph)
    let markdown = try text.bytes(of: "# \(text.title)\n\n\(text.paragraph)\n")
    #expect(try Article(markdown: Data(markdown), url: url).title == text.title)
    let page = try text.bytes(
      of: "<title>\(text.title)</title><article>"
        + String(repeating: "<p>\(text.paragraph) \(text.paragraph)</p>", count: 8))
    #expect(try Article(html: Data(page), url: url).title == text.title)
  }
}
