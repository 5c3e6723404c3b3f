import Foundation
import LinkPreview
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
    _ word: String, in store: SavedLinkStore, _ body: () async throws -> Void
  ) async throws {
    try await store.startRecording(word, at: start)
    try await body()
    try await store.finishRecording()
  }

  @Test("undo reverts only recorded changes, and nothing that came after them")
  func recorded() async throws {
    try await withStore { store in
      let ids = try await add(3, to: store)
      try await store.apply(.addTags(["a"], to: ids), at: start)
      #expect(try await store.undoShellChange(at: start) == nil)
      try await record("tagged", in: store) {
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
      try await record("tagged", in: store) {
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
        try await record("noted", in: store) {
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
      try await store.startRecording("removed", at: start)
      try await store.apply(.trash([ids[0]], at: start), at: start)
      // Another process opens the file, and the first one never ends its recording.
      let other = try SavedLinkStore(location: location)
      #expect(try await other.undoShellChange(at: start)?.linkCount == 1)
      #expect(try await other.list(SavedQuery()).ids.count == 2)
    }
  }
}
