import Articles
import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

struct ArticleSyncTests {
  private func waiting(_ kept: ArticleStore) async throws -> Int {
    let count = try await kept.store.file.read {
      try Int.fetchOne($0, sql: "SELECT count(*) FROM syncOutbox")
    }
    return (count ?? nil) ?? -1
  }

  @Test("keeping is no change for other devices or for undo, and marking as read only for undo")
  func unrecorded() async throws {
    try await ArticleStore.with([("One", "words"), ("Two", nil)]) { kept in
      try await kept.store.file.write {
        try $0.execute(
          sql: "INSERT INTO syncState (id, device, milliseconds, count) VALUES (1, 'abcdef', 0, 0)")
      }
      let link = try #require(try await kept.link(1))
      let store = kept.store.recording(.edited, at: .now)
      try await store.keep(
        ArticleStore.article("more"), of: 1, at: link.address, date: .now)
      try await store.recordFailure(ofKeeping: 2, "x", isPermanent: true, date: .now)
      try await store.keepPicture(Data([1]), url: link.url, of: 1)
      try await store.setPlace(
        .init(block: 1, offset: 1, progress: 0.5), of: link.address, after: nil, date: .now)
      try await store.forgetArticles(of: [1])
      #expect(try await waiting(kept) == 0)
      #expect(store.recordedChange == nil)
      try await store.markRead(true, [link.address], date: .now)
      #expect(try await waiting(kept) == 0)
      #expect(store.recordedChange != nil)
      try await kept.store.apply(.set(.note, [1: "x"]), at: .now)
      #expect(try await waiting(kept) == 1)
    }
  }
}
