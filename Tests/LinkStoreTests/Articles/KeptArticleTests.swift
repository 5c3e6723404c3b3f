import Articles
import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

struct KeptArticleTests {
  private let address = WebAddress("https://example.org/1")

  @Test("a kept article is read as it was, and its link says when it was kept")
  func keeps() async throws {
    try await ArticleStore.with([("One", nil), ("Two", nil)]) { kept in
      let final = try #require(address)
      let article = Article(
        title: "T", byline: "Ada", language: "en",
        blocks: [
          .heading(level: 2, [.text("Head")]), .rule,
          .code("a\n\tb", language: "swift", caption: "c.swift"),
          .list(.init(start: 3, items: [[.paragraph([.emphasis([.text("x")]), .lineBreak])]])),
          .table(
            .init(header: [[.text("h")]], alignments: [nil, .right], rows: [[[.code("c")]]])),
          .quote([.paragraph([.link([.text("l")], final.url)])]),
          .picture(.init(url: final.url, alternativeText: "p"), caption: [.strong([.text("s")])]),
        ])
      try await kept.store.keep(article, of: 1, at: final, date: ArticleStore.now)
      let expected = KeptArticle(article: article, address: final, keptAt: ArticleStore.now)
      #expect(try await kept.store.keptArticle(of: 1) == expected)
      let url = try #require(URL(string: "https://EXAMPLE.org/1?utm_source=x"))
      #expect(try await kept.store.keptArticle(for: url) == expected)
      #expect(try await kept.store.keptArticle(of: 2) == nil)
      #expect(try await kept.link(1)?.keptAt == ArticleStore.now)
      #expect(try await kept.link(2)?.keptAt == nil)
      #expect(try await kept.ids("has:text") == [1])
      #expect(try await kept.ids("-has:text") == [2])
    }
  }

  @Test("keeping again replaces the text in the index, too")
  func replaces() async throws {
    try await ArticleStore.with([("One", "first words"), ("Two", nil)]) { kept in
      #expect(try await kept.ids("first") == [1])
      let address = try #require(address)
      try await kept.store.keep(
        ArticleStore.article("second words"), of: 1, at: address, date: .now)
      #expect(try await kept.ids("first").isEmpty)
      #expect(try await kept.ids("second") == [1])
      #expect(try await kept.indexed("first") == 0)
      try await kept.store.forgetArticles(of: [1, 2, 99])
      #expect(try await kept.indexed("second") == 0)
      #expect(try await kept.store.keptArticle(of: 1) == nil)
      #expect(try await kept.store.keptSize().articles == 0)
    }
  }

  @Test("a link in the trash keeps its text, until it's deleted for good")
  func trash() async throws {
    try await ArticleStore.with([("One", "wanted words"), ("Two", "other words")]) { kept in
      try await kept.store.keepPicture(
        Data([1]), url: try #require(address).url, of: 1)
      let inverse = try await kept.store.apply(.trash([1], at: .now), at: .now)
      #expect(try await kept.ids("wanted").isEmpty)
      #expect(try await kept.ids("wanted", isTrash: true) == [1])
      try await kept.store.apply(inverse, at: .now)
      #expect(try await kept.ids("wanted") == [1])
      try await kept.store.apply(.trash([1], at: .now), at: .now)
      #expect(try await kept.store.emptyTrash(removedBefore: .distantFuture) == 1)
      #expect(try await kept.indexed("wanted") == 0)
      #expect(try await kept.indexed("other") == 2)
      let size = try await kept.store.keptSize()
      #expect(size.articles == 1 && size.pictures == 0)
      let left = try await kept.store.file.read {
        try Int.fetchOne(
          $0,
          sql: "SELECT (SELECT count(*) FROM articleBody) + (SELECT count(*) FROM forgottenText)")
      }
      #expect(left == 1)
    }
  }

  @Test("a link that was deleted meanwhile gets no text")
  func gone() async throws {
    try await ArticleStore.with([("One", nil)]) { kept in
      let address = try #require(address)
      try await kept.store.keep(ArticleStore.article("x"), of: 7, at: address, date: .now)
      try await kept.store.recordFailure(ofKeeping: 7, "x", isPermanent: true, date: .now)
      try await kept.store.keepPicture(Data([1]), url: address.url, of: 7)
      let size = try await kept.store.keptSize()
      #expect(size.articles == 0 && size.pictures == 0)
      #expect(try await kept.store.keptPicture(url: address.url) == nil)
    }
  }

  @Test("a text that comes after the link got another address isn't kept")
  func late() async throws {
    try await ArticleStore.with([("One", "former words"), ("Two", nil)]) { kept in
      let address = try #require(address)
      let new = try #require(WebAddress("https://example.org/new"))
      try await kept.store.apply(.setAddresses([1: new]), at: .now)
      let late = try await kept.store.keep(
        ArticleStore.article("late words"), of: 1, at: address, date: .now)
      #expect(late == .linkChanged)
      #expect(try await kept.ids("late").isEmpty)
      let own = try await kept.store.keep(
        ArticleStore.article("own words"), of: 1, at: new, date: .now)
      #expect(own == .kept)
      #expect(try await kept.store.keptArticle(of: 1)?.article.plainText == "own words")
    }
  }

  @Test("a corrected address has no text until its page is kept, and gets it back if undone")
  func corrected() async throws {
    try await ArticleStore.with([("One", "former words")]) { kept in
      let new = try #require(WebAddress("https://example.org/new"))
      let inverse = try await kept.store.apply(.setAddresses([1: new]), at: .now)
      #expect(try await kept.store.keptArticle(of: 1) == nil)
      #expect(try await kept.link(1)?.keptAt == nil)
      #expect(try await kept.store.linksToKeep(nil, limit: 9, now: .now).map(\.id) == [1])
      try await kept.store.apply(inverse, at: .now)
      #expect(try await kept.store.keptArticle(of: 1)?.article.plainText == "former words")
      #expect(try await kept.store.linksToKeep(nil, limit: 9, now: .now).isEmpty)
    }
  }

  @Test("the text of a page that moved is still its text", arguments: ["spelling", "moved"])
  func moved(how: String) async throws {
    try await ArticleStore.with([("One", "its words")]) { kept in
      let isMove = how == "moved"
      let new = try #require(
        WebAddress(isMove ? "https://example.org/moved" : "https://example.org/1/?utm_source=x"))
      if isMove {
        try await kept.store.mark(
          [1: LinkCheck(outcome: .moved(to: new.url), checkedAt: .now)])
      }
      try await kept.store.apply(.setAddresses([1: new]), at: .now)
      #expect(try await kept.store.keptArticle(of: 1)?.article.plainText == "its words")
      #expect(try await kept.store.keptArticle(for: new.url)?.article.plainText == "its words")
    }
  }

  @Test("a link without a title gets that of its article")
  func named() async throws {
    try await ArticleStore.with([("One", nil)]) { kept in
      let second = try #require(WebAddress("https://example.org/2"))
      _ = try await kept.store.save(LinkMetadata(originalAddress: second), at: .now)
      for id in [1, 2] as [SavedLink.ID] {
        var article = ArticleStore.article("words")
        article.title = "What it's\u{202E} called"
        let link = try #require(try await kept.link(id))
        try await kept.store.keep(article, of: id, at: link.address, date: .now)
      }
      #expect(try await kept.link(1)?.metadata.title == "One")
      #expect(try await kept.ids("called") == [2])
    }
  }

  @Test("another process finds a text at once, and both can write")
  func twoProcesses() async throws {
    try await ArticleStore.with([("One", nil), ("Two", nil)]) { kept in
      let other = ArticleStore(
        store: try SavedLinkStore(location: kept.location), location: kept.location)
      let address = try #require(address)
      let second = try #require(WebAddress("https://example.org/2"))
      #expect(try await other.ids("has:text").isEmpty)
      #expect(try await other.ids("is:unread") == [2, 1])
      try await kept.store.keep(ArticleStore.article("words"), of: 1, at: address, date: .now)
      try await kept.store.markRead(true, [address], date: .now)
      #expect(try await other.ids("has:text") == [1])
      #expect(try await other.ids("is:unread") == [2])
      #expect(try await other.ids("words") == [1])
      try await other.store.keep(ArticleStore.article("others"), of: 2, at: second, date: .now)
      try await other.store.apply(.trash([1], at: .now), at: .now)
      #expect(try await kept.ids("words").isEmpty)
      #expect(try await kept.ids("others") == [2])
    }
  }

  @Test("nothing is kept where nothing can be written")
  func unwritable() async throws {
    let home = TemporaryHome.unwritableFolder
    let store = try SavedLinkStore(
      location: StoreLocation(environment: ["HOME": home], folder: "raylette"))
    let error = try #require(store.writeError)
    let address = try #require(address)
    await #expect(throws: error) {
      try await store.keep(ArticleStore.article("x"), of: 1, at: address, date: .now)
    }
    await #expect(throws: error) { try await store.markRead(true, [address], date: .now) }
    await #expect(throws: error) {
      try await store.setPlace(
        .init(block: 1, offset: 1, progress: 0.5), of: address, after: nil, date: .now)
    }
    #expect(try await store.keptArticle(of: 1) == nil)
    #expect(try await store.reading(of: address) == nil)
    #expect(try await store.keptSize() == KeptSize())
    #expect(try await store.excerpts(of: [1], filter: SavedFilter("words")).isEmpty)
  }
}
