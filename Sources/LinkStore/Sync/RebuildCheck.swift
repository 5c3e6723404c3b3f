package import Foundation
import GRDB
package import LinkSync
package import Links
import Markup

/// Compares the links before and after a rebuild, so that nothing is lost.
enum RebuildCheck {
  /// Stores a copy of the present links.
  static func start(in db: Database) throws {
    try db.execute(
      sql: """
        CREATE TEMP TABLE linkBefore AS SELECT link.*, syncLink.times, syncLink.key AS syncKey,
          (SELECT arrivedAt FROM trashArrival WHERE linkID = link.id) AS arrivedAt
          FROM syncLink JOIN link ON link.id = syncLink.linkID
        """)
  }

  /// Returns a description of the lost links and fields for people; nil if nothing was lost.
  static func finish(in db: Database) throws -> String? {
    var missing = Missing()
    let rows = try Row.fetchCursor(db, sql: "SELECT * FROM temp.linkBefore")
    while let row = try rows.next() {
      let key: String = row["syncKey"]
      missing.add(try Link(row), try Link(key, in: db))
      // The days in the trash keep counting.
      try db.cachedStatement(
        sql: """
          INSERT OR REPLACE INTO trashArrival (linkID, arrivedAt)
          SELECT id, coalesce(?1, ?2) FROM link
          WHERE id = (SELECT linkID FROM syncLink WHERE key = ?3) AND abs(trashedAt - ?2) <= 0.001
          """
      ).execute(
        arguments: [row["arrivedAt"] as Double?, row["trashedAt"] as Double?, key])
    }
    try db.execute(sql: "DROP TABLE temp.linkBefore")
    return missing.message
  }

  /// A link with the times of its fields.
  private struct Link {
    let record: LinkRecord
    let registers: LinkRegisters

    init(_ row: Row) throws {
      record = try LinkRecord(row: row)
      registers = SyncTimes.registers(row["times"], values: record.syncValues)
    }

    init?(_ key: String, in db: Database) throws {
      guard let entity = try SyncEntity.fetch(key, in: db), let id = entity.linkID,
        let record = try LinkRecord.fetch(id, in: db)
      else { return nil }
      (self.record, registers) = (record, entity.registers)
    }

    /// The texts and dates of the row. Metadata has an empty text.
    var values: [SyncField: String] {
      var values: [SyncField: String] = [:]
      for column in LinkColumn.all {
        if let named = column.exchange?.named {
          values[named.field] = Self.text(column.value(record))
        }
      }
      let tags = record.link.tags.map { (SyncField.tag($0.tagKey), $0) }
      return values.merging(tags) { first, _ in first }
    }

    private static func text(_ value: DatabaseValue) -> String? {
      switch value.storage {
      case .null, .string(""): nil
      case .string(let text): text
      case .double(let seconds): "\(Date(timeIntervalSince1970: seconds).syncMilliseconds)"
      case .int64(let number): "\(number)"
      case .blob: ""
      }
    }
  }

  /// The lost links, tags and fields.
  private struct Missing {
    private var links = 0
    private var tags = 0
    private var fields: [SyncField: Int] = [:]

    mutating func add(_ before: Link, _ after: Link?) {
      guard let after else { return links += 1 }
      let now = after.values
      for (field, value) in before.values where now[field] != value {
        // Another device has set the field since.
        if let known = before.registers.fields[field]?.time,
          let time = after.registers.fields[field]?.time, time > known
        {
          continue
        }
        if field.isTag { tags += 1 } else { fields[field, default: 0] += 1 }
      }
    }

    var message: String? {
      var parts = links > 0 ? [links.of("link")] : []
      if tags > 0 { parts.append(tags.of("tag")) }
      for (field, name) in LinkColumn.all.compactMap({ $0.exchange?.named }) {
        if let count = fields[field] { parts.append(count.of(name)) }
      }
      guard let last = parts.popLast() else { return nil }
      return parts.isEmpty ? last : "\(parts.joined(separator: ", ")) and \(last)"
    }
  }
}

extension Int {
  /// `1 note`, `2 notes`, `2 summaries`, `2 dates of saving`.
  fileprivate func of(_ name: String) -> String {
    if self == 1 { return "1 \(name)" }
    let noun = name.prefix { $0 != " " }
    let plural = noun.hasSuffix("y") ? "\(noun.dropLast())ies" : "\(noun)s"
    return "\(self) \(plural)\(name.dropFirst(noun.count))"
  }
}

extension SyncStore {
  /// Rebuilds the links from all operations, in one transaction. Links that aren't exchanged stay.
  /// Changes nothing if a link or a field would be lost.
  ///
  /// The links get new ids, so earlier changes can no longer be undone.
  /// - Parameters:
  ///   - operations: the operations of all logs, our own included, with nothing queued.
  ///   - date: the current time.
  /// - Returns: the number of links outside the trash.
  package func rebuild(
    from operations: [SyncOperation], at date: Date
  ) async throws(StoreError) -> Int {
    try await file.write { [path = file.path] db in
      let limit = try SyncClock.fetch(in: db)?.limit(at: date) ?? .max
      try RebuildCheck.start(in: db)
      try ArticleIndex.withLinksMadeAnew(in: db) {
        try db.execute(
          sql: """
            DELETE FROM link WHERE id IN (SELECT linkID FROM syncLink);
            DELETE FROM syncLink; DELETE FROM change;
            """)
        _ = try SyncMerge.apply(
          operations.filter { $0.time.isPlausible(by: limit) }, from: nil, at: date, in: db)
      }
      if let missing = try RebuildCheck.finish(in: db) {
        throw StoreError.failed(
          path: path, reason: "the logs lack \(missing), so nothing was changed")
      }
      return try SavedLinkStore.count(db)
    }
  }
}
