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
