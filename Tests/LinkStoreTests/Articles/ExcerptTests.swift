import Articles
import Foundation
import LinkPreview
import Links
import TestSupport
import Testing

@testable import LinkStore

struct ExcerptTests {
  private static let filler = String(repeating: "filler words of a text ", count: 30)

  @Test(
    "an excerpt has the first place with the most words",
    arguments: [
      ("memory", "The memory   model", "The memory model"),
      ("memory model", "memory \(filler) a memory model \(filler)", "memory model"),
      ("wanted", "\(filler)unwanted\(filler)", nil),
      ("wanted", "\(filler) Wänted: \(filler)", "Wänted:"),
      ("text:title", "The title", "The title"),
      ("言語", "\(filler) プログラミング言語は楽しいです", "言語は楽しい"),
      ("\"memory model\"", "memory \(filler) memory-model \(filler)", "memory-model"),
      // The link has them already.
      ("title", "The title", nil), ("title swift", "A Swift title", "A Swift title"),
      ("t", "The title", nil), ("-swift", "A Swift title", nil), ("#swift", "Swift", nil),
      ("", "Swift", nil),
    ] as [(String, String, String?)])
  func excerpts(filter: String, text: String, expected: String?) async throws {
    try await ArticleStore.with([("Title", text), ("Other", nil)]) { kept in
      let excerpts = try await kept.store.excerpts(of: [1, 2, 9], filter: SavedFilter(filter))
      #expect(excerpts.count == (expected == nil ? 0 : 1))
      guard let expected else { return }
      let excerpt = try #require(excerpts[1]).text
      #expect(excerpt.contains(expected))
      #expect(excerpt.count <= 160 && !excerpt.contains("  "))
    }
  }

  @Test("what mustn't be shown never comes out, in excerpts or articles")
  func hostile() async throws {
    let hostile = "\u{1B}[31m\u{202E}evil\u{2066} wanted\u{0}\u{9B} \u{85}\u{7F}text\u{AD}"
    let file = try #require(URL(string: "javascript:alert(1)"))
    try await ArticleStore.with([("Title", nil)]) { kept in
      let link = try #require(try await kept.link(1))
      let article = Article(
        title: hostile, byline: hostile, language: hostile,
        blocks: [
          .paragraph([.text(hostile), .link([.code(hostile)], file), .picture(.init(url: file))]),
          .code(hostile + "\n\t", language: hostile), .picture(.init(url: file), caption: []),
          .quote([.list(.init(items: [[.heading(level: 99, [.emphasis([.text(hostile)])])]]))]),
          .table(.init(header: [[.strong([.text(hostile)])]], rows: [[[.text(hostile)]]])),
          .picture(.init(url: link.url, alternativeText: hostile), caption: [.text(hostile)]),
        ])
      try await kept.store.keep(article, of: 1, at: link.address, date: .now)
      try await check(kept)
      // The same in a file that was edited.
      let json = try JSONEncoder().encode(article)
      try await kept.setBlocks([UInt8](json), text: Array(hostile.utf8))
      try await check(kept)
    }
  }

  private func check(_ kept: ArticleStore) async throws {
    let article = try #require(try await kept.store.keptArticle(of: 1)).article
    let excerpt = try await kept.store.excerpts(of: [1], filter: SavedFilter("wanted"))[1]
    let parts = [article.markdown, article.plainText, article.title, article.byline]
    for text in parts + [article.language, excerpt?.text] {
      let text = try #require(text)
      let hidden = text.unicodeScalars.filter {
        $0.value != 0x0A && $0.value != 0x09
          && [.control, .format].contains($0.properties.generalCategory)
      }
      #expect(hidden.isEmpty && !text.contains("javascript"), "\(text.debugDescription)")
    }
    #expect(excerpt?.text.contains("wanted") == true)
  }
}
