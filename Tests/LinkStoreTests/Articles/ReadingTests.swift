import Foundation
import GRDB
import LinkPreview
import Links
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
        try await kept.store.setPlace(place(progress), of: address, after: nil, date: Self.now)
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
      try await kept.store.setPlace(place(progress), of: address, after: nil, date: Self.now)
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
        ReadingPlace(block: block, offset: offset, progress: progress), of: address, after: nil,
        date: Self.now)
      let place = try await kept.store.reading(of: address)?.place
      #expect(place == ReadingPlace(block: newBlock, offset: newOffset, progress: newProgress))
    }
  }

  @Test("a page that was read farther elsewhere since it was opened keeps that place")
  func readElsewhere() async throws {
    try await ArticleStore.with([]) { kept in
      let (store, address) = (kept.store, try #require(WebAddress("https://unsaved.test/")))
      func placed(_ progress: Double, after known: ReadingPlace?) async throws -> Double? {
        try await store.setPlace(place(progress), of: address, after: known, date: Self.now)
        return try await store.reading(of: address)?.place?.progress
      }
      #expect(try await placed(0.6, after: nil) == 0.6)
      #expect(try await placed(0.1, after: nil) == 0.6)
      #expect(try await placed(0.2, after: place(0.1)) == 0.6)
      #expect(try await placed(0.7, after: place(0.2)) == 0.7)
      // Whoever saw the place may go back.
      #expect(try await placed(0.2, after: place(0.7)) == 0.2)
    }
  }

  @Test("the same place again writes nothing")
  func unchanged() async throws {
    try await ArticleStore.with([("One", nil)]) { kept in
      let address = try #require(WebAddress("https://example.org/1"))
      let observer = try SavedLinkStore(location: kept.location)
      try await kept.store.setPlace(place(0.5), of: address, after: nil, date: Self.now)
      let token = try await observer.file.readFromWriter(ListingCache.Version.externalChanges)
      try await kept.store.setPlace(place(0.5), of: address, after: nil, date: .distantFuture)
      try await kept.store.markRead(false, [address], date: .distantFuture)
      let same = try await observer.file.readFromWriter(ListingCache.Version.externalChanges)
      #expect(same == token)
      try await kept.store.setPlace(place(0.6), of: address, after: nil, date: Self.now)
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

  @Test("a mark is undone with the time that each page had, and its place")
  func inverse() async throws {
    try await ArticleStore.with([("One", nil)]) { kept in
      let pages = try (0..<4).map { try #require(WebAddress("https://unsaved.test/\($0)")) }
      let (read, halfway, finished, new) = (pages[0], pages[1], pages[2], pages[3])
      try await kept.store.markRead(true, [read], date: Self.now - 9)
      try await kept.store.setPlace(place(0.5), of: halfway, after: nil, date: Self.now)
      try await kept.store.setPlace(place(1), of: finished, after: nil, date: Self.now)
      func states() async throws -> [ReadingState?] {
        var states: [ReadingState?] = []
        for page in pages { states.append(try await kept.store.reading(of: page)) }
        return states
      }
      let before = try await states()
      let undo = try await kept.store.markRead(true, pages, date: Self.now)
      #expect(undo.count == 3 && undo[read] == nil && !undo.isRead)
      let marked = try await states()
      #expect(marked.map { $0?.readAt } == [Self.now - 9, Self.now, Self.now, Self.now])
      let redo = try await kept.store.apply(undo, at: .distantFuture)
      #expect(try await states() == before)
      let again = try await kept.store.apply(redo, at: .distantFuture)
      #expect(try await states() == marked)

      // Reading that went on meanwhile stays where it is.
      try await kept.store.setPlace(place(0.7), of: halfway, after: nil, date: Self.now)
      try await kept.store.apply(again, at: .distantFuture)
      #expect(try await kept.store.reading(of: halfway)?.place == place(0.7))
      #expect(try await kept.store.reading(of: new) == nil)

      let unread = try await kept.store.markRead(false, [read], date: Self.now)
      try await kept.store.apply(unread, at: .distantFuture)
      #expect(try await kept.store.reading(of: read)?.readAt == Self.now - 9)
    }
  }

  @Test("each of several programs undoes the marks that it made, and no others", arguments: [2, 8])
  func together(count: Int) async throws {
    try await ArticleStore.with([]) { kept in
      let shared = try (0..<40).map { try #require(WebAddress("https://shared.test/\($0)")) }
      let location = kept.location
      let undos = try await withThrowingTaskGroup(of: (Int, ReadingChange).self) { group in
        for number in 0..<count {
          group.addTask {
            let store = try SavedLinkStore(location: location)
            let own = try #require(WebAddress("https://own.test/\(number)"))
            return (
              number,
              try await store.markRead(true, shared + [own], date: Self.now + Double(number))
            )
          }
        }
        return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
      }
      #expect(undos.count == count)
      for page in shared {
        let owners = undos.filter { $0.value[page] != nil }.map(\.key)
        #expect(owners.count == 1)
        let readAt = try await kept.store.reading(of: page)?.readAt
        #expect(readAt == owners.first.map { Self.now + Double($0) })
      }
      let first = try #require(undos[0])
      try await kept.store.apply(first, at: Self.now)
      for page in shared {
        #expect((try await kept.store.reading(of: page) == nil) == (first[page] != nil))
      }
      #expect(
        try await kept.store.reading(of: try #require(WebAddress("https://own.test/1"))) != nil)
    }
  }

  @Test("many marks are made in batches, and a stopped one can be undone and continued")
  func batches() async throws {
    try await ArticleStore.with([]) { kept in
      let pages = try (0..<2500).map { try #require(WebAddress("https://unsaved.test/\($0)")) }
      let change = ReadingChange(isRead: true, pages, at: Self.now)
      let store = kept.store
      let task = Task {
        await store.applyInBatches(change, at: Self.now) { _ in
          withUnsafeCurrentTask { $0?.cancel() }
        }
      }
      let outcome = await task.value
      #expect(outcome.error == .stopped)
      #expect(outcome.inverse?.count == 1000 && outcome.rest?.count == 1500)
      func readCount() async throws -> Int? {
        try await kept.store.file.read {
          try Int.fetchOne($0, sql: "SELECT count(*) FROM reading WHERE readAt IS NOT NULL")
        } ?? nil
      }
      #expect(try await readCount() == 1000)
      let rest = await store.applyInBatches(try #require(outcome.rest), at: Self.now)
      #expect(rest.error == nil && rest.inverse?.count == 1500)
      #expect(try await readCount() == 2500)
      let whole = try #require(
        ReadingChange.joined([outcome.inverse, rest.inverse].compactMap(\.self)))
      #expect(await store.applyInBatches(whole, at: Self.now).inverse?.count == 2500)
      #expect(try await readCount() == 0)
    }
  }

  @Test("reading goes on at a link's new address")
  func moved() async throws {
    try await ArticleStore.with([("One", nil)]) { kept in
      let old = try #require(WebAddress("https://example.org/1"))
      let new = try #require(WebAddress("https://example.org/new"))
      try await kept.store.setPlace(place(0.5), of: old, after: nil, date: Self.now)
      let inverse = try await kept.store.apply(.setAddresses([1: new]), at: .now)
      #expect(try await kept.link(1)?.reading?.place == place(0.5))
      try await kept.store.apply(inverse, at: .now)
      #expect(try await kept.link(1)?.reading?.place == place(0.5))
    }
  }
}
