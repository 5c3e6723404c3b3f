import Foundation
import GRDB
import LinkPreview
import Markup
import TestSupport
import Testing

@testable import LinkStore

struct ReadingTests {
  private static let now = ArticleStore.now

  private func place(_ progress: Double) -> ReadingPlace {
    ReadingPlace(block: 3, offset: 7, progress: progress)
  }

  @Test(
    "a page is unread, being read, or read",
    arguments: [
      (nil, false, "is:unread"), (0, false, "is:unread"), (0.4, false, "is:reading"),
      (1, false, "is:reading"), (nil, true, "is:read"), (0.4, true, "is:read"),
    ] as [(Double?, Bool, String)])
  func states(progress: Double?, isRead: Bool, expected: String) async throws {
    try await ArticleStore.with([("One", nil), ("Two", nil)]) { kept in
      let address = try #require(WebAddress("https://example.org/1?utm_source=feed#top"))
      if let progress {
        try await kept.store.setPlace(place(progress), of: address, date: Self.now)
      }
      if isRead { try await kept.store.markRead(true, [address], date: Self.now) }
      for word in ["is:unread", "is:reading", "is:read"] {
        #expect(try await kept.ids(word).contains(1) == (word == expected), "\(word)")
        #expect(try await kept.ids("-\(word)").contains(1) == (word != expected), "\(word)")
        #expect(try await kept.ids(word).contains(2) == (word == "is:unread"))
      }
      let known =
        progress == nil && !isRead
        ? nil : ReadingState(place: progress.map(place), readAt: isRead ? Self.now : nil)
      #expect(try await kept.store.reading(of: address) == known)
      #expect(try await kept.link(1)?.reading == known)
      #expect(try await kept.link(2)?.reading == nil)
      let newest = try await kept.store.newest(2)
      #expect(newest.map(\.reading) == [nil, known])
    }
  }

  @Test(
    "marking as unread forgets only a place at the end",
    arguments: [(0.5, 0.5), (1, nil)] as [(Double, Double?)])
  func unread(progress: Double, left: Double?) async throws {
    try await ArticleStore.with([("One", nil)]) { kept in
      let address = try #require(WebAddress("https://example.org/1"))
      try await kept.store.setPlace(place(progress), of: address, date: Self.now)
      try await kept.store.markRead(true, [address], date: Self.now)
      // The first time counts.
      try await kept.store.markRead(true, [address], date: .distantFuture)
      #expect(try await kept.store.reading(of: address)?.readAt == Self.now)
      try await kept.store.markRead(false, [address], date: Self.now)
      #expect(try await kept.store.reading(of: address)?.place?.progress == left)
    }
  }

  @Test(
    "places are stored in their range",
    arguments: [
      (-1, -2, -0.5, 0, 0, 0), (5, 6, 7, 5, 6, 1), (1, 2, .nan, 1, 2, 0),
      (1, 2, .infinity, 1, 2, 1),
    ] as [(Int, Int, Double, Int, Int, Double)])
  func clamped(
    block: Int, offset: Int, progress: Double, newBlock: Int, newOffset: Int, newProgress: Double
  ) async throws {
    try await ArticleStore.with([]) { kept in
      let address = try #require(WebAddress("https://unsaved.test/"))
      try await kept.store.setPlace(
        ReadingPlace(block: block, offset: offset, progress: progress), of: address, date: Self.now)
      let place = try await kept.store.reading(of: address)?.place
      #expect(place == ReadingPlace(block: newBlock, offset: newOffset, progress: newProgress))
    }
  }

  @Test("the same place again writes nothing")
  func unchanged() async throws {
    try await ArticleStore.with([("One", nil)]) { kept in
      let address = try #require(WebAddress("https://example.org/1"))
      let observer = try SavedLinkStore(location: kept.location)
      try await kept.store.setPlace(place(0.5), of: address, date: Self.now)
      let token = try await observer.file.readFromWriter(ListingCache.Version.externalChanges)
      try await kept.store.setPlace(place(0.5), of: address, date: .distantFuture)
      try await kept.store.markRead(false, [address], date: .distantFuture)
      let same = try await observer.file.readFromWriter(ListingCache.Version.externalChanges)
      #expect(same == token)
      try await kept.store.setPlace(place(0.6), of: address, date: Self.now)
      let next = try await observer.file.readFromWriter(ListingCache.Version.externalChanges)
      #expect(next != token)
    }
  }

  @Test("marks of pages that aren't saved are limited to the latest, and those of links stay")
  func bounded() async throws {
    try await ArticleStore.with([("One", nil)]) { kept in
      let saved = try #require(WebAddress("https://example.org/1"))
      try await kept.store.markRead(true, [saved], date: Self.now)
      for batch in 0..<2 {
        let addresses = (0..<6_000).compactMap {
          WebAddress("https://unsaved.test/\(batch)/\($0)")
        }
        try await kept.store.markRead(
          true, addresses, date: Self.now.addingTimeInterval(Double(batch)))
      }
      let count = try await kept.store.file.read {
        try Int.fetchOne($0, sql: "SELECT count(*) FROM reading")
      }
      #expect(try #require(count ?? nil) <= SavedLinkStore.readingLimit + 257)
      #expect(try await kept.store.reading(of: saved)?.readAt == Self.now)
      let last = try #require(WebAddress("https://unsaved.test/1/5999"))
      #expect(try await kept.store.reading(of: last) != nil)
    }
  }

  @Test("reading goes on at a link's new address")
  func moved() async throws {
    try await ArticleStore.with([("One", nil)]) { kept in
      let old = try #require(WebAddress("https://example.org/1"))
      let new = try #require(WebAddress("https://example.org/new"))
      try await kept.store.setPlace(place(0.5), of: old, date: Self.now)
      let inverse = try await kept.store.apply(.setAddresses([1: new]), at: .now)
      #expect(try await kept.link(1)?.reading?.place == place(0.5))
      try await kept.store.apply(inverse, at: .now)
      #expect(try await kept.link(1)?.reading?.place == place(0.5))
    }
  }
}
