import Foundation
import GRDB
import LinkPreview
import LinkSync
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

/// A store whose keys an earlier version of ``LinkKey`` made, which took more pages for one.
struct PageKeyUpdateTests {
  private static let date = Date(timeIntervalSince1970: 1_700_000_000)
  private static let first = "https://shop.example/item?pk_id=1"
  private static let deleted = "https://shop.example/other?itm_no=7"
  private static let earlierKeys = [
    "https://shop.example/item?pk_id=1": "https://shop.example/item",
    "https://shop.example/other?itm_no=7": "https://shop.example/other",
    "https://shop.example/moved?pk_id=3": "https://shop.example/moved",
  ]

  private func open(_ home: TemporaryHome) throws -> SavedLinkStore {
    try SavedLinkStore(location: StoreLocation(environment: home.environment, folder: "raylette"))
  }

  /// Runs a body with a store of before the update: a link that's exchanged, was read, comes from a
  /// browser and had another address before, and one that was deleted for good.
  private func withEarlierStore(
    _ body: (TemporaryHome, _ id: SavedLink.ID) async throws -> Void
  ) async throws {
    try await withTemporaryHome { home in
      let store = try open(home)
      let sync = SyncStore(sharing: store)
      try await sync.begin(device: "laptop", remote: "/place")
      try await sync.exchangeFacts(ofWheels: false, at: Self.date)
      let moved = "https://shop.example/moved?pk_id=3"
      let addresses = try [moved, Self.deleted].map { try #require(WebAddress($0)) }
      let added = try await store.add(addresses, at: Self.date).map(\.outcome.link.id)
      try await store.apply(.trash([added[1]], at: Self.date), at: Self.date)
      #expect(try await store.emptyTrash(removedBefore: Self.date + 1) == 1)
      try await store.markRead(true, [addresses[0]], date: Self.date)
      let address = try #require(WebAddress(Self.first))
      try await store.recording(.readdressed, from: .program, at: Self.date)
        .apply(.setAddresses([added[0]: address]), at: Self.date)
      try await store.file.write { db in
        for (url, key) in Self.earlierKeys {
          let present = LinkKey.key(of: try #require(WebAddress(url)))
          for (table, column, condition) in [
            ("link", "key", "1"), ("syncLink", "key", "1"), ("syncOutbox", "key", "1"),
            ("reading", "key", "1"), ("changeValue", "before", "field = 'key'"),
            ("changeValue", "after", "field = 'key'"),
          ] {
            try db.execute(
              sql: "UPDATE \(table) SET \(column) = ? WHERE \(column) = ? AND \(condition)",
              arguments: [key, present])
          }
        }
        try FollowedTables.follow(
          .firefox, profile: nil, FollowedState(of: []), since: Self.date, in: db)
        try FollowedTables.see(
          FollowedPage(key: "https://shop.example/item"), of: .firefox, in: db)
        let last = try #require(SavedLinkStore.schema.migrator.migrations.last)
        try db.execute(
          sql: "DELETE FROM grdb_migrations WHERE identifier = ?", arguments: [last])
        try db.execute(sql: "PRAGMA user_version = \(SavedLinkStore.schema.version - 1)")
      }
      try store.file.close()
      try await body(home, added[0])
    }
  }

  @Test("the pages are told apart, and everything of the link stays with it")
  func update() async throws {
    try await withEarlierStore { home, id in
      let store = try open(home)
      let address = try #require(WebAddress(Self.first))
      let link = try #require(try await store.link(named: address))
      #expect(link.id == id && link.reading?.readAt == Self.date)
      let others = ["https://shop.example/item", "https://shop.example/item?pk_id=2"]
      for other in others {
        #expect(try await store.link(named: try #require(WebAddress(other))) == nil)
      }
      let all = try ([Self.first] + others).map { try #require(WebAddress($0)) }
      let outcomes = try await store.add(all, at: Self.date).map(\.outcome)
      #expect(outcomes.map { if case .saved = $0 { true } else { false } } == [false, true, true])
      let seen = try await store.file.read { try FollowedTables.pages(of: .firefox, in: $0) }
      #expect(seen?.contains(FollowedPage(key: LinkKey.key(of: address))) == true)
    }
  }

  @Test("what the other devices don't have yet is still sent, with its address")
  func exchange() async throws {
    try await withEarlierStore { home, id in
      let store = try open(home)
      let lines = try await SyncStore(sharing: store).outgoing().lines
      #expect(lines.contains { $0.contains(Self.first) && $0.contains("\"saved\"") })
      #expect(lines.contains { $0.contains(Self.deleted) })
      #expect(lines.contains { $0.contains("\"read\"") && $0.contains(Self.first) })
      // A change finds the fields of before.
      try await store.recording(.tagged, at: Self.date)
        .apply(.addTags(["x"], to: [id]), at: Self.date)
      let keys = try await store.file.read {
        try String.fetchAll($0, sql: "SELECT key FROM syncLink ORDER BY key")
      }
      #expect(keys?.contains(Self.first) == true && keys?.contains(Self.deleted) == true)
      #expect(keys?.contains("https://shop.example/item") == false)
    }
  }

  @Test("a change of the address can be undone and redone")
  func undo() async throws {
    try await withEarlierStore { home, id in
      let store = try open(home)
      for (isUndo, text) in [(true, "https://shop.example/moved?pk_id=3"), (false, Self.first)] {
        let change =
          isUndo ? try await store.undo(at: Self.date) : try await store.redo(at: Self.date)
        #expect(change?.count == 1 && change?.leftCount == 0)
        let address = try #require(WebAddress(text))
        #expect(try await store.link(named: address)?.id == id, "\(text)")
      }
    }
  }
}
