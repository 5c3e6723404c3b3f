import Articles
import Foundation

/// What libFuzzer calls with bytes it thought of: as a page, a Markdown file, a feed, and the TeX of a
/// formula. Reading must neither crash nor hang on any, and an article must encode, be written as
/// Markdown, and be read from that again.
@_cdecl("LLVMFuzzerTestOneInput")
public func testOneInput(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  guard let url = URL(string: "https://www.example.org/a/b") else { return 0 }
  let bytes = Data(UnsafeBufferPointer(start: start, count: count))
  let labels = [nil, "utf-8", "shift_jis", "utf-16le"]
  let articles = [
    try? Article(html: bytes, url: url, charset: labels[count % labels.count]),
    try? Article(markdown: bytes, url: url), try? Article(feed: bytes, url: url),
  ]
  for case let article? in articles {
    guard let encoded = try? JSONEncoder().encode(article) else { abort() }
    guard (try? JSONDecoder().decode(Article.self, from: encoded)) == article else { abort() }
    _ = article.plainText
    _ = try? Article(markdown: Data(article.markdown.utf8), url: url)
  }
  _ = try? JSONDecoder().decode(Article.self, from: bytes)
  let formula = ArticleFormula(tex: String(decoding: bytes.prefix(2_000), as: UTF8.self))
  _ = (formula.plainText, formula.displayText)
  return 0
}
