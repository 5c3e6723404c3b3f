import Bookmarks
import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

/// What the list of columns is enough for.
struct LinkColumnTests {
  /// A link that says something in each column.
  private static func link() throws -> SavedLink {
    let address = try #require(WebAddress("https://example.org/a"))
    var metadata = LinkMetadata(originalAddress: address)
    metadata.title = "Title"
    metadata.summary = "Summary"
    metadata.siteName = "Site"
    let date = Date(timeIntervalSince1970: 1_750_000_000)
    return SavedLink(
      id: 0, metadata: metadata, savedAt: date, isFetched: true, openedAt: date + 1,
      tags: ["one", "two"], note: "Note", check: LinkCheck(outcome: .gone, checkedAt: date + 2),
      trashedAt: date + 3)
  }

  @Test("the table has the columns of the list, each with what was stored")
  func stored() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      let link = try Self.link()
      let (names, stored, found) = try await store.file.write { db in
        var record = try LinkRecord(link)
        try record.insert(in: db)
        let names = try String.fetchAll(db, sql: "SELECT name FROM pragma_table_info('link')")
        let id = try #require(record.id)
        let found = try #require(try LinkRecord.fetch(id, in: db))
        return (
          names, LinkColumn.all.values(of: record).map { "\($0)" },
          LinkColumn.all.values(of: found).map { "\($0)" }
        )
      }
      #expect(names == ["id"] + LinkColumn.all.map(\.name))
      #expect(stored == found && !stored.contains("\(DatabaseValue.null)"))
    }
  }

  @Test("what a record says to other devices makes the same record there")
  func exchanged() throws {
    let record = try LinkRecord(try Self.link())
    var registers = LinkRegisters()
    registers.merge(
      SyncOperation(
        address: record.url, time: SyncTime(milliseconds: 1, device: "laptop"),
        fields: record.syncValues, tagOrder: record.link.tags))
    let address = try #require(WebAddress(record.url))
    let other = LinkRecord(registers, key: record.key, address: address)
    // The same JSON may be in another order.
    #expect(other.metadata != nil && other.checked != nil)
    for column in LinkColumn.all where !["metadata", "checked"].contains(column.name) {
      #expect(column.value(other) == column.value(record), "\(column.name)")
    }
  }

  @Test(
    "a value of each column is noted, undone if a person can have set it, and queued for devices",
    arguments: LinkColumn.all.map(\.name))
  func noted(name: String) async throws {
    try await withTemporaryHome { home in
      let date = Date(timeIntervalSince1970: 1_750_000_000)
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"),
        now: { date + 60 })
      let column = try #require(LinkColumn.all.first { $0.name == name })
      let id = try await store.write(.saved, at: date) { journal in
        var record = try LinkRecord(try Self.link())
        try record.insert(in: journal.db)
        return try #require(record.id)
      }
      let sync = SyncStore(sharing: store)
      try await sync.begin(device: "laptop", remote: "folder")
      let sent = try await sync.outgoing()
      try await sync.sent(sent, in: [])
      func value() async throws -> DatabaseValue? {
        try await store.file.read { db in
          try DatabaseValue.fetchOne(db, sql: "SELECT \(name) FROM link WHERE id = \(id)")
        } ?? nil
      }
      let before = try await value()
      let other =
        switch name {
        case "url", "key": "https://example.org/b".databaseValue
        case "metadata":
          try StoredJSON.data(of: LinkMetadata(originalURL: URL(filePath: "/"))).databaseValue
        case "checked":
          try StoredJSON.data(of: LinkCheck(outcome: .ok, checkedAt: date)).databaseValue
        case "savedAt", "openedAt", "trashedAt": 1_760_000_000.0.databaseValue
        default: "other".databaseValue
        }
      let isWritten = try await store.write(.edited, at: date) { journal in
        try journal.update([column], of: id) { _ in [other] }
      }
      let written = try await value()
      #expect(isWritten && written == other)
      let isExchanged = column.exchange != nil || name == "key"
      let lines = try await sync.outgoing().lines
      #expect(lines.isEmpty == !isExchanged)
      let undone = try await store.undo(at: date, isDryRun: true)
      #expect((undone?.change.kind == .edited) == column.isUndoable)
      if column.isUndoable {
        #expect(try await store.undo(at: date)?.count == 1)
        let restored = try await value()
        #expect(restored == before)
      }
      let rest = try await store.file.read { db in
        try Int.fetchOne(db, sql: "SELECT count(*) FROM changeValue WHERE changeID IS NULL")
      }
      #expect(rest == 0)
    }
  }

  @Test("an export makes the same record when it's imported")
  func imported() throws {
    let link = try Self.link()
    let record = try LinkRecord(link)
    let other = try LinkRecord(link.bookmark, key: record.key, at: .distantPast)
    // Neither the trash nor results of checks are exported.
    for column in LinkColumn.all
    where !["metadata", "checked", "trashedAt"].contains(column.name) {
      #expect(column.value(other) == column.value(record), "\(column.name)")
    }
    #expect(other.metadata != nil)
  }
}
