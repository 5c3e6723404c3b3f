import Articles
import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

extension ArticleStore {
  /// Replaces the stored article of link 1, compressed.
  func setBlocks(_ blocks: [UInt8], text: [UInt8]) async throws {
    try await setStored(
      blocks: Deflater.deflated(blocks) ?? [], text: Deflater.deflated(text) ?? [])
  }

  func setStored(blocks: [UInt8], text: [UInt8]) async throws {
    try await store.file.write { db in
      try db.execute(
        sql: "UPDATE articleBody SET blocks = ?, text = ? WHERE linkID = 1",
        arguments: [Data(blocks), Data(text)])
    }
  }
}

struct DamagedArticleTests {
  private static let text = String(repeating: "swift words and others. ", count: 20)
  private static let stored =
    Deflater.deflated(
      Array((try? JSONEncoder().encode(ArticleStore.article(text))) ?? Data())) ?? []

  /// What may be in a damaged file.
  static let damages: [[UInt8]] =
    [
      [], [0x78], [0x78, 0x9C], Array(stored.dropLast()), Array(stored.prefix(stored.count / 2)),
      Array("{\"blocks\":[]}".utf8), Deflater.deflated(Array("not JSON".utf8)) ?? [],
      Deflater.deflated([0xFF, 0xFE]) ?? [],
      // Inflates to more than any article.
      Deflater.deflated([UInt8](repeating: 0x20, count: ArticleCopy.blocksLimit + 1)) ?? [],
      Deflater.deflated(
        Array(String(repeating: #"{"quote":{"_0":["#, count: 20_000).utf8)) ?? [],
    ]
    + (0..<8).map { bit in
      var bytes = stored
      bytes[bytes.count / 2] ^= 1 << UInt8(bit)
      return bytes
    }

  @Test("a damaged article counts as none, and can be replaced", arguments: damages)
  func damaged(bytes: [UInt8]) async throws {
    try await ArticleStore.with([("Title", Self.text), ("Other", "swift")]) { kept in
      try await kept.setStored(blocks: bytes, text: bytes)
      #expect(try await kept.store.keptArticle(of: 1) == nil)
      let excerpts = try await kept.store.excerpts(of: [1, 2], filter: SavedFilter("swift"))
      #expect(excerpts[1] == nil && excerpts[2]?.text == "swift")
      let link = try #require(try await kept.link(1))
      try await kept.store.keep(ArticleStore.article("new"), of: 1, at: link.address, date: .now)
      #expect(try await kept.store.keptArticle(of: 1)?.article.plainText == "new")
      #expect(try await kept.ids("new") == [1])
      try await kept.setStored(blocks: bytes, text: bytes)
      try await kept.store.forgetArticles(of: [1])
      if ArticleCopy.text(Data(bytes)) == nil { #expect(try await kept.ids("new").isEmpty) }
      try await kept.store.apply(.trash([1], at: .now), at: .now)
      _ = try await kept.store.emptyTrash(removedBefore: .distantFuture)
      #expect(try await kept.ids("swift") == [2])
      #expect(try await kept.store.damage() == nil)
    }
  }

  @Test("the index can be made anew from the texts")
  func rebuilds() async throws {
    try await ArticleStore.with([("One", "swift"), ("Two", "words")]) { kept in
      try await kept.store.file.write { db in
        try db.execute(sql: "INSERT INTO articleText (articleText) VALUES ('delete-all')")
        try ArticleIndex.rebuild(in: db)
      }
      #expect(try await kept.ids("swift") == [1])
      #expect(try await kept.ids("words") == [2])
      #expect(try await kept.indexed("swift") == 2)
    }
  }

  @Test("a text that's too long to index is kept, and found by its beginning")
  func long() async throws {
    let text = String(repeating: "é ", count: 400_000)
    try await ArticleStore.with([("One", "first \(text) last")]) { kept in
      #expect(try await kept.ids("first") == [1])
      #expect(try await kept.ids("last").isEmpty)
      let article = try #require(try await kept.store.keptArticle(of: 1)).article
      #expect(article.plainText.hasSuffix("last"))
      try await kept.store.forgetArticles(of: [1])
      #expect(try await kept.indexed("first") == 0)
    }
  }

  @Test(
    "an article without end, or of very many parts, is refused",
    arguments: [false, true])
  func tooLong(isOfManyParts: Bool) async throws {
    let blocks: [ArticleBlock] =
      isOfManyParts
      ? [
        .list(
          .init(
            items: Array(
              repeating: [.paragraph([.text("x")])], count: ArticleCopy.partsLimit / 3 + 1)))
      ] : [.paragraph([.text(String(repeating: "x", count: ArticleCopy.blocksLimit))])]
    try await ArticleStore.with([("One", "kept")]) { kept in
      let link = try #require(try await kept.link(1))
      #expect(
        try await kept.store.keep(Article(blocks: blocks), of: 1, at: link.address, date: .now)
          == .tooLong)
      #expect(try await kept.ids("kept") == [1])
    }
  }
}
