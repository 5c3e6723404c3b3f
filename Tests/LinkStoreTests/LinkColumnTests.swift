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
  /// A column that no link has: its text is a part of the note, after a line break.
  private static let colour = LinkColumn(
    name: "colour", definition: "TEXT NOT NULL DEFAULT ''", isUndoable: true,
    value: { record in
      String(record.link.note.split(separator: "\n").dropFirst().first ?? "").databaseValue
    },
    read: { $0.link.note += "\n\(try $1.decode(String.self, forColumn: "colour"))" },
    exchange: LinkColumn.Exchange(
      add: { record, values in
        values[.tag("colour")] = .text(String(record.link.note.split(separator: "\n").last ?? ""))
      }, read: { _, _, _ in }))

  private static let columns = LinkColumn.all + [colour]

  @Test(
    "a new column is stored, recorded for undo and undone, noted for other devices and exchanged")
  func newColumn() async throws {
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"),
        columns: Self.columns, now: { Date(timeIntervalSince1970: 1_750_000_000) })
      try await SyncStore(sharing: store).begin(device: "laptop", remote: nil)
      let date = Date(timeIntervalSince1970: 1_750_000_000)
      try await store.file.write { db in
        var link = SavedLink(
          id: 0, metadata: LinkMetadata(originalURL: URL(filePath: "/")), savedAt: date)
        link.metadata.originalAddress = try #require(WebAddress("https://example.org/"))
        link.note = "note\nred"
        var record = try LinkRecord(link)
        try record.insert(in: db, columns: Self.columns)
      }
      func colour() async throws -> String? {
        try await store.file.read { try String.fetchOne($0, sql: "SELECT colour FROM link") } ?? nil
      }
      #expect(try await colour() == "red")
      let before = try await store.write(.edited, at: date) { db in
        try db.execute(sql: "UPDATE link SET colour = 'blue'")
        return try Row.fetchOne(db, sql: "SELECT * FROM temp.changedRow").map {
          Self.columns.syncValues(of: try LinkRecord(row: $0, columns: Self.columns))
        }
      }
      #expect(before?[.tag("colour")] == .text("red"))
      #expect(try await colour() == "blue")
      let change = try await store.undo(at: date)
      #expect(change?.change.kind == .edited && change?.count == 1 && change?.leftCount == 0)
      #expect(try await colour() == "red")
    }
  }

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
