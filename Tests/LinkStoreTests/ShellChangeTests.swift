import Links
import Foundation
import GRDB
import LinkPreview
import Markup
import NIOConcurrencyHelpers
import TestSupport
import Testing

@testable import LinkStore

/// The history of changes from the shell.
struct ShellChangeTests {
  private let start = Date(timeIntervalSince1970: 1_700_000_000)

  private func withStore(_ body: (SavedLinkStore) async throws -> Void) async throws {
    try await withTemporaryHome { home in
      try await body(
        try SavedLinkStore(
          location: StoreLocation(environment: home.environment, folder: "raylette")))
    }
  }

  private func add(_ count: Int, to store: SavedLinkStore) async throws -> [SavedLink.ID] {
    for number in 0..<count {
      let url = try #require(URL(string: "https://example.org/\(number)"))
      _ = try await store.save(LinkMetadata(originalURL: url), at: start)
    }
    return try await store.list(SavedQuery(sort: .oldest)).ids
  }

  private func record(
    _ word: String, in store: SavedLinkStore, _ body: (SavedLinkStore) async throws -> Void
  ) async throws {
    try await body(store.recording(word, at: start))
  }

  @Test("undo reverts only recorded changes, and nothing that came after them")
  func recorded() async throws {
    try await withStore { store in
      let ids = try await add(3, to: store)
      try await store.apply(.addTags(["a"], to: ids), at: start)
      #expect(try await store.undoShellChange(at: start) == nil)
      try await record("tagged", in: store) { store in
        try await store.apply(.addTags(["b"], to: ids), at: start)
      }
      try await store.apply(.setTags([ids[1]: ["theirs"]]), at: start)
      let trial = try await store.undoShellChange(at: start, isDryRun: true)
      let change = ShellChange(word: "tagged", linkCount: 2, leftCount: 1)
      #expect(trial == change)
      #expect(try await store.undoShellChange(at: start) == change)
      let links = try await store.links(ids).sorted { $0.id < $1.id }
      #expect(links.map(\.tags) == [["a"], ["theirs"], ["a"]])
      #expect(try await store.redoShellChange() == change)
      #expect(try await store.redoShellChange() == nil)
    }
  }

  @Test("the search index follows changes to many links")
  func index() async throws {
    try await withStore { store in
      let ids = try await add(300, to: store)
      try await record("tagged", in: store) { store in
        _ = await store.applyInBatches(.addTags(["findable"], to: ids), at: start)
      }
      let query = SavedQuery(filter: SavedFilter("findable"))
      #expect(try await store.list(query).ids.count == 300)
      #expect(try await store.undoShellChange(at: start)?.linkCount == 300)
      #expect(try await store.list(query).ids.isEmpty)
      #expect(try await store.redoShellChange()?.linkCount == 300)
      #expect(try await store.list(query).ids.count == 300)
    }
  }

  @Test("the last fifty changes are kept")
  func limit() async throws {
    try await withStore { store in
      let id = try await add(1, to: store)
      for number in 0..<60 {
        try await record("noted", in: store) { store in
          try await store.apply(.setNotes([id[0]: "\(number)"]), at: start)
        }
      }
      var count = 0
      while try await store.undoShellChange(at: start) != nil { count += 1 }
      #expect(count == 50)
      #expect(try await store.links(id).first?.note == "9")
    }
  }

  @Test("the changes of a killed command can be undone")
  func killed() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      let ids = try await add(2, to: store)
      try await store.recording("removed", at: start)
        .apply(.trash([ids[0]], at: start), at: start)
      // Another process opens the file, and the first one did nothing more.
      let other = try SavedLinkStore(location: location)
      #expect(try await other.undoShellChange(at: start)?.linkCount == 1)
      #expect(try await other.list(SavedQuery()).ids.count == 2)
    }
  }

  @Test("programs that change links at once record each its own, and each undo has another one")
  func together() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let stores = try (0..<8).map { _ in try SavedLinkStore(location: location) }
      try await withThrowingTaskGroup { group in
        for (writer, store) in stores.enumerated() {
          group.addTask {
            for number in 0..<5 {
              let address = "https://example.org/\(writer)/\(number)"
              let url = try #require(URL(string: address))
              _ = try await store.recording("saved", at: start)
                .save(LinkMetadata(originalURL: url), at: start)
              // Nothing to change, so nothing to undo.
              try await store.recording("tagged", at: start).apply(
                .addTags(["a"], to: [0]), at: start)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try stores[0].count() == 40)
      let undone = NIOLockedValueBox<[ShellChange?]>([])
      try await withThrowingTaskGroup { group in
        for store in stores {
          group.addTask {
            for _ in 0..<5 {
              let change = try await store.undoShellChange(at: start)
              undone.withLockedValue { $0.append(change) }
            }
          }
        }
        try await group.waitForAll()
      }
      let expected = ShellChange(word: "saved", linkCount: 1, leftCount: 0)
      #expect(undone.withLockedValue(\.self) == Array(repeating: expected, count: 40))
      #expect(try stores[0].count() == 0)
      #expect(try await stores[0].undoShellChange(at: start) == nil)
    }
  }

  @Test("transactions of one command are undone together, and what's undone goes no further")
  func severalTransactions() async throws {
    try await withStore { store in
      let ids = try await add(3, to: store)
      let recording = store.recording("noted", at: start)
      try await recording.apply(.setNotes([ids[0]: "x"]), at: start)
      // Another command, whose change must not be mistaken for this one's.
      try await record("tagged", in: store) { store in
        try await store.apply(.addTags(["a"], to: [ids[2]]), at: start)
      }
      try await recording.apply(.setNotes([ids[1]: "x"]), at: start)
      #expect(try await store.undoShellChange(at: start)?.word == "tagged")
      let change = ShellChange(word: "noted", linkCount: 2, leftCount: 0)
      #expect(try await store.undoShellChange(at: start) == change)
      await #expect(throws: StoreError.undone) {
        try await recording.apply(.setNotes([ids[2]: "x"]), at: start)
      }
      #expect(try await store.links(ids).allSatisfy { $0.note.isEmpty && $0.tags.isEmpty })
    }
  }

  @Test("a transaction that fails leaves nothing to undo")
  func failure() async throws {
    try await withStore { store in
      let id = try await add(1, to: store)[0]
      let recording = store.recording("noted", at: start)
      await #expect(throws: StoreError.stopped) {
        try await recording.write { db in
          try db.execute(sql: "UPDATE link SET note = 'x'")
          throw CancellationError()
        }
      }
      #expect(try await store.undoShellChange(at: start) == nil)
      try await recording.apply(.setNotes([id: "y"]), at: start)
      #expect(try await store.undoShellChange(at: start)?.linkCount == 1)
    }
  }

  @Test("changes of one command are made together, and the index follows")
  func severalChanges() async throws {
    try await withStore { store in
      let ids = try await add(150, to: store)
      try await store.apply(.addTags(["old"], to: ids), at: start)
      try await record("tagged", in: store) { store in
        try await store.apply(
          [.removeTags(["OLD"], from: ids), .addTags(["new"], to: ids)], at: start)
      }
      func count(_ tag: String) async throws -> Int {
        try await store.list(SavedQuery(filter: SavedFilter(tag))).ids.count
      }
      #expect(try await (count("#old"), count("#new")) == (0, 150))
      #expect(try await store.undoShellChange(at: start)?.linkCount == 150)
      #expect(try await (count("#old"), count("#new")) == (150, 0))
    }
  }

  @Test(
    "addresses are added with their tags and note, found, and taken away again",
    arguments: [3, 150])
  func additions(count: Int) async throws {
    try await withStore { store in
      let known = try await add(2, to: store)
      try await store.apply(.setNotes([known[0]: "mine"]), at: start)
      try await store.apply(.trash([known[1]], at: start), at: start)
      let addresses = try (0..<count).map {
        try #require(WebAddress("https://example.org/\($0)"))
      }
      let additions = try await store.recording("saved", at: start).add(
        addresses + [addresses[2]], tags: ["t"], note: "n", at: start)
      #expect(additions.map(\.keepsNote) == [true] + Array(repeating: false, count: count))
      let words = additions.map { addition in
        switch addition.outcome {
        case .saved: "s"
        case .restored: "r"
        case .alreadySaved: "a"
        }
      }
      #expect(words.joined() == "ar" + String(repeating: "s", count: count - 2) + "a")
      let query = SavedQuery(filter: SavedFilter("#t"))
      #expect(try await store.list(query).ids.count == count)
      let notes = try await store.links(store.list(query).ids).map(\.note)
      #expect(notes.count { $0 == "n" } == count - 1)
      #expect(try await store.undoShellChange(at: start)?.linkCount == count)
      #expect(try await store.list(SavedQuery()).ids == [known[0]])
      #expect(try await store.list(query).ids.isEmpty)
    }
  }
}
