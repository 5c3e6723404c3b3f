package import Foundation
import GRDB
package import LinkSync
import Markup

/// How far the log of a device is known.
package struct SyncLogRecord: Hashable, Sendable {
  package var device: String
  package var name: String
  /// As the place gives it.
  package var version: String
  /// The number of bytes that were read or written.
  package var length: Int
  /// The hash value of those bytes.
  package var hash: Int
  /// How many lines weren't operations.
  package var skippedCount: Int
  /// The time of the latest operation, in milliseconds since 1970; 0 if there's none.
  package var lastChange: Int64

  package init(
    device: String, name: String, version: String = "", length: Int = 0,
    hash: Int = SyncHash.value(of: Data()), skippedCount: Int = 0, lastChange: Int64 = 0
  ) {
    self.device = device
    self.name = name
    self.version = version
    self.length = length
    self.hash = hash
    self.skippedCount = skippedCount
    self.lastChange = lastChange
  }
}

extension SyncStore {
  package func logs() async throws(StoreError) -> [SyncLogRecord] {
    try await file.read { db in
      try Row.fetchAll(db, sql: "SELECT * FROM syncFile ORDER BY device, name").map { row in
        SyncLogRecord(
          device: row["device"], name: row["name"], version: row["version"],
          length: row["length"], hash: row["hash"], skippedCount: row["skipped"],
          lastChange: row["lastChange"])
      }
    } ?? []
  }

  /// Forgets logs that are no longer there.
  package func forget(_ logs: [SyncLogRecord]) async throws(StoreError) {
    try await file.write { db in
      for log in logs {
        try db.execute(
          sql: "DELETE FROM syncFile WHERE device = ? AND name = ?",
          arguments: [log.device, log.name])
      }
    }
  }

  /// How much a log has changed here.
  package struct Changes: Hashable, Sendable {
    package var links = 0
    package var marks = 0
  }

  /// Takes what a log says, in one transaction. What's known already changes nothing.
  /// - Parameters:
  ///   - log: how far the log is known afterwards.
  ///   - date: the current time.
  @discardableResult
  package func apply(
    _ content: SyncLogReader, of log: SyncLogRecord, at date: Date
  ) async throws(StoreError) -> Changes {
    try await file.write { db in
      let changes = Changes(
        links: try SyncMerge.apply(content.operations, at: date, in: db),
        marks: try MarkMerge.apply(content.marks, at: date, in: db))
      try Self.save(log, in: db)
      return changes
    }
  }

  static func save(_ log: SyncLogRecord, in db: Database) throws {
    try db.cachedStatement(
      sql: """
        INSERT OR REPLACE INTO syncFile
          (device, name, version, length, hash, skipped, lastChange) VALUES (?, ?, ?, ?, ?, ?, ?)
        """
    ).execute(
      arguments: [
        log.device, log.name, log.version, log.length, log.hash, log.skippedCount, log.lastChange,
      ])
  }
}

/// A hash value of the content of a log, which grows as the log does (FNV-1a,
/// https://www.rfc-editor.org/rfc/rfc9923). It's there to notice changes, not to resist attacks.
package enum SyncHash {
  package static func value(of bytes: some Sequence<UInt8>, after start: Int? = nil) -> Int {
    var hash = start.map { UInt64(bitPattern: Int64($0)) } ?? 0xCBF2_9CE4_8422_2325
    func add(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    let isDone: Void? = bytes.withContiguousStorageIfAvailable { for byte in $0 { add(byte) } }
    if isDone == nil { for byte in bytes { add(byte) } }
    return Int(Int64(bitPattern: hash))
  }
}
