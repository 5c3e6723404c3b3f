import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TaskLimits
import TestSupport
import Testing

@testable import LinkStore

/// The log of changes, undo and redo.
struct ChangeLogTests {
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
    _ kind: ChangeKind, in store: SavedLinkStore, _ body: (SavedLinkStore) async throws -> Void
  ) async throws {
    try await body(store.recording(kind, from: .shell, at: start))
  }

  /// What was undone or redone, without its id and time.
  private struct Summary: Equatable, CustomTestStringConvertible {
    var kind: ChangeKind
    var count: Int
    var leftCount = 0

    init(_ kind: ChangeKind, _ count: Int, left: Int = 0) {
      (self.kind, self.count, leftCount) = (kind, count, left)
    }

    init?(_ change: ReplayedChange?) {
      guard let change else { return nil }
      self.init(change.change.kind, change.count, left: change.leftCount)
    }

    var testDescription: String { "\(kind) \(count), \(leftCount) left" }
  }

  @Test("undo reverts a change, and nothing that came after it")
  func recorded() async throws {
    try await withStore { store in
      let ids = try await add(3, to: store)
      try await store.apply(.addTags(["a"], to: ids), at: start)
      let recording = store.recording(.tagged, from: .shell, at: start)
      try await recording.apply(.addTags(["b"], to: ids), at: start)
      try await store.apply(.setTags([ids[1]: ["theirs"]]), at: start)
      let offered = try #require(recording.recordedChange)
      let trial = try await store.undo(offered, at: start, isDryRun: true)
      #expect(Summary(trial) == Summary(.tagged, 2, left: 1))
      let undone = try await store.undo(offered, at: start)
      #expect(undone == trial && undone?.links == [ids[0], ids[2]])
      #expect(undone?.change.origin == .shell)
      let links = try await store.links(ids).sorted { $0.id < $1.id }
      #expect(links.map(\.tags) == [["a"], ["theirs"], ["a"]])
      #expect(try await store.undo(offered, at: start) == nil, "it's undone once")
      #expect(try await Summary(store.redo(at: start)) == Summary(.tagged, 2, left: 1))
      #expect(try await store.redo(at: start) == nil)
      #expect(try await Summary(store.undo(at: start)) == Summary(.tagged, 1))
      // The tags of the one that was left are those of the change again.
      #expect(try await Summary(store.undo(at: start)) == Summary(.tagged, 3))
      #expect(try await Summary(store.undo(at: start)) == Summary(.tagged, 3))
      for _ in 0..<3 {
        #expect(try await Summary(store.undo(at: start)) == Summary(.saved, 1))
      }
      #expect(try await store.undo(at: start) == nil)
      #expect(try store.count() == 0)
    }
  }

  @Test("a change of one link names it, and removed links come back in their order")
  func named() async throws {
    try await withStore { store in
      let ids = try await add(3, to: store)
      try await store.apply(.set(.title, [ids[0]: "Rust"]), at: start)
      try await store.apply(.trash([ids[2], ids[0], ids[1]], at: start), at: start)
      try await store.apply(.addTags(["t"], to: [ids[0]]), at: start)
      let texts = try await store.changes(limit: 3).map(\.text)
      #expect(texts == ["Tagged “Rust”", "Removed 3 links", "Changed the title of “Rust”"])
      #expect(try await store.undo(at: start)?.title == "Rust")
      let undone = try await store.undo(at: start)
      #expect(undone?.title == nil && undone?.restored == [ids[2], ids[0], ids[1]])
    }
  }

  @Test("changes are redone in the order in which they were undone, until there's a new one")
  func redoes() async throws {
    try await withStore { store in
      let ids = try await add(1, to: store)
      let first = store.recording(.noted, from: .program, at: start)
      try await first.apply(.set(.note, [ids[0]: "x"]), at: start)
      try await store.apply(.addTags(["t"], to: ids), at: start)
      // The first one, although there's a newer one.
      #expect(try await Summary(store.undo(first.recordedChange, at: start)) == Summary(.noted, 1))
      #expect(try await Summary(store.undo(at: start)) == Summary(.tagged, 1))
      #expect(try await Summary(store.redo(at: start)) == Summary(.tagged, 1))
      #expect(try await Summary(store.redo(at: start)) == Summary(.noted, 1))
      #expect(try await store.links(ids).map(\.note) == ["x"])
      let undone = try await store.undo(at: start)
      // It's in the log as long as it's known what it changed.
      let logged = try await store.changes().filter(\.isUndone)
      #expect(logged.map(\.change.id) == [undone?.change.id] && logged.map(\.count) == [1])
      try await store.apply(.set(.title, [ids[0]: "T"]), at: start)
      #expect(try await store.redo(at: start) == nil)
      #expect(try await store.changes().allSatisfy { !$0.isUndone && $0.count == 1 })
      #expect(try await Summary(store.undo(at: start)) == Summary(.retitled, 1))
    }
  }

  @Test("the search index follows changes to many links")
  func index() async throws {
    try await withStore { store in
      let ids = try await add(300, to: store)
      try await record(.tagged, in: store) { store in
        _ = await store.applyInBatches(.addTags(["findable"], to: ids), at: start)
      }
      let query = SavedQuery(filter: SavedFilter("findable"))
      #expect(try await store.list(query).ids.count == 300)
      #expect(try await store.undo(at: start)?.count == 300)
      #expect(try await store.list(query).ids.isEmpty)
      #expect(try await store.redo(at: start)?.count == 300)
      #expect(try await store.list(query).ids.count == 300)
    }
  }

  @Test("the last thousand changes of thirty days are kept")
  func limit() async throws {
    try await withStore { store in
      let id = try await add(1, to: store)
      for number in 0..<1_010 {
        try await store.apply(.set(.note, [id[0]: "\(number)"]), at: start)
      }
      #expect(try await count("change", in: store) == 1_000)
      let later = start + ChangeTables.ageLimit + 1
      try await store.apply(.set(.note, [id[0]: "later"]), at: later)
      #expect(try await count("change", in: store) == 1)
      #expect(try await count("changeValue", in: store) == 1)
      #expect(try await Summary(store.undo(at: later)) == Summary(.noted, 1))
      #expect(try await store.links(id).first?.note == "1009")
      #expect(try await store.undo(at: later) == nil)
    }
  }

  @Test("what other devices change doesn't displace one's own changes, and goes after thirty days")
  func receivedLimit() async throws {
    try await withStore { store in
      let id = try await add(1, to: store)
      for number in 0..<1_010 {
        let received = store.recording(.received(from: "laptop"), from: .device, at: start)
        try await received.apply(.set(.note, [id[0]: "\(number)"]), at: start)
      }
      #expect(try await store.undo(at: start, isDryRun: true)?.change.kind == .saved)
      let later = start + ChangeTables.ageLimit + 1
      let received = store.recording(.received(from: "laptop"), from: .device, at: later)
      try await received.apply(.set(.note, [id[0]: "later"]), at: later)
      #expect(try await count("change", in: store) == 1)
      #expect(try await store.undo(at: later) == nil)
    }
  }

  @Test("the last million values are kept, and all of the latest change")
  func valueLimit() async throws {
    try await withStore { store in
      let id = try await add(1, to: store)
      try await store.apply(.set(.note, [id[0]: "a"]), at: start)
      try await store.apply(.set(.note, [id[0]: "b"]), at: start)
      try await store.file.write { db in
        try db.execute(
          sql: "UPDATE changeValue SET id = ? WHERE id = (SELECT max(id) FROM changeValue)",
          arguments: [ChangeTables.valueLimit + 2])
      }
      try await store.apply(.set(.note, [id[0]: "c"]), at: start)
      for _ in 0..<2 { #expect(try await Summary(store.undo(at: start)) == Summary(.noted, 1)) }
      #expect(try await store.undo(at: start) == nil)
      #expect(try await store.links(id).map(\.note) == ["a"])
    }
  }

  private func count(_ table: String, in store: SavedLinkStore) async throws -> Int? {
    try await store.file.read { db in
      try Int.fetchOne(db, sql: "SELECT count(*) FROM \(table) WHERE id > 0")
    } ?? nil
  }

  @Test("changes of other devices are logged, and undo passes over them")
  func device() async throws {
    try await withStore { store in
      let ids = try await add(2, to: store)
      let received = store.recording(.received(from: "laptop"), from: .device, at: start)
      try await received.apply(.addTags(["theirs"], to: [ids[0]]), at: start)
      #expect(received.recordedChange != nil)
      #expect(try await Summary(store.undo(at: start)) == Summary(.saved, 1))
      // The other link was tagged since.
      #expect(try await Summary(store.undo(at: start)) == Summary(.saved, 0, left: 1))
      #expect(try await store.list(SavedQuery()).ids == [ids[0]])
      // Their changes don't prevent a redo.
      try await received.apply(.addTags(["more"], to: [ids[0]]), at: start)
      #expect(try await store.redo(at: start)?.change.kind == .saved)
    }
  }

  @Test("what's read and what never comes up again is undone and redone by another process")
  func otherTables() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let (store, other) = (
        try SavedLinkStore(location: location), try SavedLinkStore(location: location)
      )
      let ids = try await add(2, to: store)
      let addresses = try await store.links(ids).map(\.address)
      let end = ReadingPlace(block: 3, offset: 1, progress: 1)
      try await store.setPlace(end, of: addresses[0], after: nil, date: start)
      let wheels = WheelStore(sharing: store)
      let wheel = try await wheels.add(
        Wheel(name: "w", links: [Wheel.Link(address: "https://a.example/")]), from: [], at: start)
      let entry = NeverAgain(.host("a.example"), title: "A", addedAt: start)
      func state() async throws -> String {
        let reading = try await store.links(ids).sorted { $0.id < $1.id }.map(\.reading)
        let never = try await wheels.neverAgain()
        let count = try await wheels.wheel(wheel.id)?.count
        return "\(reading) \(never) \(String(describing: count))"
      }
      let changes: [(ChangeKind, Int, () async throws -> Void)] = [
        (.marked(isRead: true), 2, { try await store.markRead(true, addresses, date: start) }),
        // The place goes, because it's the end.
        (.marked(isRead: false), 2, { try await store.markRead(false, addresses, date: start) }),
        (.never("A"), 1, { try await wheels.never(entry) }),
        (.allowed("a.example"), 1, { try await wheels.allow(entry.subject, at: start) }),
      ]
      var states = [try await state()]
      for (_, _, change) in changes {
        try await change()
        states.append(try await state())
        #expect(states.dropLast().last != states.last)
      }
      for _ in 0..<2 {
        for (index, (kind, count, _)) in changes.enumerated().reversed() {
          #expect(try await Summary(other.undo(at: start)) == Summary(kind, count))
          #expect(try await state() == states[index], "\(kind)")
        }
        for (index, (kind, count, _)) in changes.enumerated() {
          #expect(try await Summary(other.redo(at: start)) == Summary(kind, count))
          #expect(try await state() == states[index + 1], "\(kind)")
        }
      }
      // Already listed, so there's nothing to undo.
      try await wheels.never(entry)
      try await wheels.never(NeverAgain(entry.subject, title: "B", addedAt: start))
      #expect(try await Summary(other.undo(at: start)) == Summary(.never("A"), 1))
      #expect(try await other.undo(at: start)?.change.kind == .allowed("a.example"))
    }
  }

  @Test("undo restores an address with its metadata and the text of its page")
  func address() async throws {
    try await ArticleStore.with([("One", "words")]) { kept in
      let old = try #require(try await kept.link(1))
      var moved = old.address
      moved = try #require(WebAddress("\(moved.text)?page=2"))
      try await kept.store.mark(
        [1: LinkCheck(outcome: .moved(to: moved.url), checkedAt: start)])
      try await kept.store.markRead(true, [old.address], date: start)
      try await kept.store.apply(.setAddresses([1: moved]), at: start)
      let there = try #require(try await kept.link(1))
      #expect(there.address == moved && there.keptAt == old.keptAt)
      #expect(try await Summary(kept.store.undo(at: start)) == Summary(.readdressed, 1))
      let link = try #require(try await kept.link(1))
      #expect(link.address == old.address && link.metadata == old.metadata)
      #expect(link.keptAt == old.keptAt && link.keptAt != nil)
      #expect(try await kept.store.reading(of: moved) == nil)
      #expect(try await Summary(kept.store.redo(at: start)) == Summary(.readdressed, 1))
      #expect(try await kept.link(1)?.keptAt == old.keptAt)
      #expect(try await kept.store.reading(of: moved)?.readAt != nil)
    }
  }

  @Test("the history of a link says what happened to it and where, without what was undone")
  func history() async throws {
    try await withStore { store in
      let ids = try await add(3, to: store)
      let (id, other) = (ids[1], ids[2])
      let shell = store.recording(.tagged, from: .shell, at: start)
      try await shell.apply(.addTags(["a", "b"], to: ids), at: start)
      try await shell.apply(.set(.note, [id: "n"]), at: start)
      try await store.apply(.setTags([id: ["b", "c"]]), at: start)
      try await store.apply(.set(.note, [id: ""]), at: start)
      try await store.apply(.trash([id], at: start), at: start)
      try await store.apply(.restore([id]), at: start)
      let address = try #require(try await store.links([id]).first).address
      try await store.markRead(true, [address], date: start)
      try await WheelStore(sharing: store).never(
        NeverAgain(.link(address.text), addedAt: start))
      var page = LinkMetadata(originalAddress: address)
      page.title = "Page"
      try await store.apply(.setMetadata([id: page]), at: start)
      let moved = try #require(WebAddress("https://example.org/moved"))
      let device = store.recording(.received(from: "laptop"), from: .device, at: start)
      try await device.apply(.set(.title, [id: "T"]), at: start)
      try await device.apply(.setAddresses([id: moved]), at: start)
      try await store.apply(.set(.note, [id: "undone"]), at: start)
      _ = try await store.undo(at: start)
      let events = try await store.history(of: id)
      #expect(
        events.map(\.text) == [
          "Changed the title from \"Page\", changed the address from \"https://example.org/1\"",
          "Refreshed, changed the title", "Marked as read", "Restored", "Removed",
          "Deleted the note", "Tagged c, untagged a", "Tagged a b, added a note", "Saved",
        ])
      #expect(
        events.map(\.change.originText).filter { $0 != "in the program" } == [
          "from laptop", "from the shell",
        ])
      #expect(try await store.history(of: other).map(\.text) == ["Tagged a b", "Saved"])
      #expect(try await store.history(of: id, limit: 2) == Array(events.prefix(2)))
      #expect(try await store.history(of: 99).isEmpty)
      try await store.apply(.setAddresses([id: address]), at: start)
      #expect(
        try await store.history(of: id).contains { $0.text == "Never again" },
        "the wheels know the old address")
    }
  }

  @Test("the history of a link begins with what added it, unless that was undone or is forgotten")
  func beginning() async throws {
    try await withStore { store in
      let addresses = (0..<3).compactMap { WebAddress("https://example.org/\($0)") }
      _ = try await store.recording(.imported, from: .shell, at: start).add(addresses, at: start)
      let ids = try await store.list(SavedQuery(sort: .oldest)).ids
      for id in ids {
        #expect(try await store.history(of: id).map(\.text) == ["Imported"])
      }
      _ = try await store.undo(at: start)
      #expect(try await store.history(of: ids[0]).isEmpty)
      _ = try await store.redo(at: start)
      #expect(try await store.history(of: ids[0]).map(\.text) == ["Imported"])
      let later = start + ChangeTables.ageLimit + 1
      try await store.apply(.set(.note, [ids[0]: "later"]), at: later)
      #expect(try await store.history(of: ids[0]).map(\.text) == ["Added a note"])
      #expect(try await store.history(of: ids[1]).isEmpty)
    }
  }

  @Test("undo restores the metadata from before a refresh, and what was only filled in stays")
  func metadata() async throws {
    try await withStore { store in
      let ids = try await add(1, to: store)
      var page = try await store.links(ids)[0].metadata
      (page.title, page.siteName) = ("First", "Site")
      try await store.fillIn(page, of: ids[0])
      let filled = try await store.links(ids)
      page.title = "Second"
      try await store.apply(.setMetadata([ids[0]: page]), at: start)
      #expect(try await Summary(store.undo(at: start)) == Summary(.refreshed(failed: 0), 1))
      #expect(try await store.links(ids) == filled)
      #expect(filled[0].metadata.title == "First")
    }
  }

  @Test("the changes of a killed command can be undone")
  func killed() async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      let ids = try await add(2, to: store)
      try await store.recording(.removed, from: .shell, at: start)
        .apply(.trash([ids[0]], at: start), at: start)
      // Another process opens the file, and the first one did nothing more.
      let other = try SavedLinkStore(location: location)
      #expect(try await other.undo(at: start)?.count == 1)
      #expect(try await other.list(SavedQuery()).ids.count == 2)
    }
  }

  @Test(
    "programs that change links at once record each its own, and each undo has another one",
    arguments: [2, 8])
  func together(count: Int) async throws {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let stores = try (0..<count).map { _ in try SavedLinkStore(location: location) }
      try await withThrowingTaskGroup { group in
        for (writer, store) in stores.enumerated() {
          group.addTask {
            for number in 0..<5 {
              let address = "https://example.org/\(writer)/\(number)"
              let url = try #require(URL(string: address))
              _ = try await store.recording(.saved, from: .shell, at: start).save(
                LinkMetadata(originalURL: url), at: start)
              // Nothing to change, so nothing to undo.
              try await store.recording(.tagged, from: .shell, at: start).apply(
                .addTags(["a"], to: [0]), at: start)
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try stores[0].count() == 5 * count)
      let undone = Locked<[ReplayedChange]>([])
      try await withThrowingTaskGroup { group in
        for store in stores {
          group.addTask {
            for _ in 0..<5 {
              let change = try #require(try await store.undo(at: start))
              undone.withLock { $0.append(change) }
            }
          }
        }
        try await group.waitForAll()
      }
      let all = undone.withLock(\.self)
      #expect(all.allSatisfy { Summary($0) == Summary(.saved, 1) })
      #expect(Set(all.map(\.change.id)).count == 5 * count)
      #expect(try stores[0].count() == 0)
      #expect(try await stores[0].undo(at: start) == nil)
    }
  }

  @Test("transactions of one command are undone together, and what's undone goes no further")
  func severalTransactions() async throws {
    try await withStore { store in
      let ids = try await add(3, to: store)
      let recording = store.recording(.noted, from: .shell, at: start)
      try await recording.apply(.set(.note, [ids[0]: "x"]), at: start)
      // Another command, whose change must not be mistaken for this one's.
      try await record(.tagged, in: store) { store in
        try await store.apply(.addTags(["a"], to: [ids[2]]), at: start)
      }
      try await recording.apply(.set(.note, [ids[1]: "x"]), at: start)
      #expect(try await store.undo(at: start)?.change.kind == .tagged)
      #expect(try await Summary(store.undo(at: start)) == Summary(.noted, 2))
      await #expect(throws: StoreError.undone) {
        try await recording.apply(.set(.note, [ids[2]: "x"]), at: start)
      }
      #expect(try await store.links(ids).allSatisfy { $0.note.isEmpty && $0.tags.isEmpty })
    }
  }

  @Test("a transaction that fails leaves nothing to undo")
  func failure() async throws {
    try await withStore { store in
      let id = try await add(1, to: store)[0]
      let recording = store.recording(.noted, from: .shell, at: start)
      await #expect(throws: StoreError.stopped) {
        try await recording.write(.noted, at: start) { journal in
          try journal.set([.note: "x"], of: id)
          throw CancellationError()
        }
      }
      let last = try await store.undo(at: start, isDryRun: true)
      #expect(last?.change.kind == .saved)
      try await recording.apply(.set(.note, [id: "y"]), at: start)
      #expect(try await store.undo(at: start)?.count == 1)
    }
  }

  @Test("a change that adds and removes tags is one change, and the index follows")
  func addedAndRemoved() async throws {
    try await withStore { store in
      let ids = try await add(150, to: store)
      try await store.apply(.addTags(["old"], to: ids), at: start)
      try await record(.tagged, in: store) { store in
        try await store.apply(
          .changeTags(TagChange(added: ["new"], removed: ["OLD"]), of: ids), at: start)
      }
      func count(_ tag: String) async throws -> Int {
        try await store.list(SavedQuery(filter: SavedFilter(tag))).ids.count
      }
      #expect(try await (count("#old"), count("#new")) == (0, 150))
      #expect(try await store.undo(at: start)?.count == 150)
      #expect(try await (count("#old"), count("#new")) == (150, 0))
    }
  }

  @Test(
    "addresses are added with their tags and note, found, and taken away again",
    arguments: [3, 150])
  func additions(count: Int) async throws {
    try await withStore { store in
      let known = try await add(2, to: store)
      try await store.apply(.set(.note, [known[0]: "mine"]), at: start)
      try await store.apply(.trash([known[1]], at: start), at: start)
      let addresses = try (0..<count).map {
        try #require(WebAddress("https://example.org/\($0)"))
      }
      let additions = try await store.recording(.saved, from: .shell, at: start).add(
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
      #expect(try await store.undo(at: start)?.count == count)
      #expect(try await store.list(SavedQuery()).ids == [known[0]])
      #expect(try await store.list(query).ids.isEmpty)
    }
  }
}
