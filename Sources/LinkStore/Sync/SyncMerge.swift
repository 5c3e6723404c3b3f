import Foundation
import GRDB
import Links
import Markup

/// Merges operations of other devices into the saved links.
struct SyncMerge {
  /// The current time.
  private let date: Date
  private var entities: [String: SyncEntity] = [:]
  private var changed: [String] = []
  private var changedKeys: Set<String> = []
  /// The keys of links that were moved to the trash or restored from it.
  private var removedKeys: Set<String> = []

  /// Set while all logs are compared with the store.
  private let comparison: SyncComparison?

  private init(date: Date, comparison: SyncComparison?) {
    self.date = date
    self.comparison = comparison
  }

  /// - Parameters:
  ///   - device: the device that the operations come from, for the log of changes.
  ///   - comparison: set if the operations are all those of a log, and the store may be damaged.
  /// - Returns: the number of changed links.
  static func apply(
    _ operations: [SyncOperation], from device: String, at date: Date,
    comparison: SyncComparison? = nil, in db: Database
  ) throws -> Int {
    guard var clock = try SyncClock.fetch(in: db) else { return 0 }
    for operation in operations { clock.observe(operation.time, at: date) }
    try clock.save(in: db)
    var changed: Set<String> = []
    let entry = JournalEntry(.received(from: device), from: .device, at: date)
    let journal = try Journal(entry, isReceived: true, in: db)
    for start in stride(from: 0, to: operations.count, by: batchSize) {
      var merge = SyncMerge(date: date, comparison: comparison)
      for operation in operations.dropFirst(start).prefix(batchSize) {
        try merge.add(operation, in: db)
      }
      try merge.write(in: journal)
      changed.formUnion(merge.changedKeys)
    }
    _ = try journal.finish(entry)
    try ArticleIndex.sweep(in: db)
    return changed.count
  }

  /// The operations whose links are in memory at once.
  private static let batchSize = 1_000

  /// Replaces the merged fields of a link whose row may be damaged.
  static func restore(_ entity: SyncEntity, at date: Date, in db: Database) throws {
    var merge = SyncMerge(date: date, comparison: nil)
    merge.entities[entity.key] = entity
    merge.changed = [entity.key]
    try merge.write(in: Journal(isReceived: true, in: db))
  }

  private mutating func add(_ operation: SyncOperation, in db: Database) throws {
    guard let address = WebAddress(operation.address) else { return }
    let key = LinkKey.key(of: address)
    if entities[key] == nil {
      entities[key] = try SyncEntity.fetch(key, in: db) ?? SyncEntity(key: key)
    }
    guard let before = entities[key]?.registers else { return }
    try comparison?.note(operation, on: before, key: key, address, in: db)
    guard entities[key]?.registers.merge(operation) == true else { return }
    if comparison != nil, let after = entities[key]?.registers,
      SyncComparison.isSame(before, after, key: key, address)
    {
      entities[key]?.registers = before
      return
    }
    let removal = before.fields[.removed]
    if entities[key]?.registers.fields[.removed] != removal { removedKeys.insert(key) }
    if changedKeys.insert(key).inserted { changed.append(key) }
  }

  private func write(in journal: Journal) throws {
    let db = journal.db
    let all = changed.compactMap { entities[$0] }
    let there = all.filter(\.registers.exists)
    for entity in all where !entity.registers.exists {
      // The log that tells when a damaged row was saved may be read later.
      let isUnknown = entity.linkID != nil && entity.registers.fields[.saved] == nil
      if isUnknown { try entity.save(in: db) } else { try Self.delete(entity, in: db) }
    }
    let known = there.filter { $0.linkID != nil }
    try LinkTextIndex.updatingMany(known.compactMap(\.linkID), in: db) {
      for entity in known { try write(entity, in: journal) }
    }
    for entity in there where entity.linkID == nil { try write(entity, in: journal) }
    try LinkTextIndex.addNewLinks(in: db)
  }

  private static func delete(_ entity: SyncEntity, in db: Database) throws {
    var entity = entity
    if let id = entity.linkID {
      try db.cachedStatement(sql: "DELETE FROM link WHERE id = ?").execute(arguments: [id])
    }
    entity.linkID = nil
    try entity.save(in: db)
  }

  private func write(_ entity: SyncEntity, in journal: Journal) throws {
    let db = journal.db
    guard let address = WebAddress(entity.address) else { return }
    var entity = entity
    var record = LinkRecord(entity.registers, key: entity.key, address: address)
    if entity.linkID == nil {
      try record.insert(in: db)
      entity.linkID = record.id
    } else {
      record.id = entity.linkID
      try record.update(in: journal)
    }
    if record.link.trashedAt != nil, removedKeys.contains(entity.key), let id = record.id {
      try TrashArrival.note(id, at: date, in: db)
    }
    try entity.save(in: db)
  }
}

/// The times at which removals by other devices arrived here. Another device's clock may be wrong,
/// so a link's days in the trash count from its removal or from the arrival, whichever is later.
enum TrashArrival {
  /// Records that another device moved a link to the trash.
  static func note(_ id: SavedLink.ID, at date: Date, in db: Database) throws {
    try db.cachedStatement(
      // The day of the last start is a minimum, as for removals on this device.
      sql: """
        INSERT OR REPLACE INTO trashArrival (linkID, arrivedAt)
        VALUES (?, max(?, ifnull((SELECT max(day) * 86400.0 FROM startDay), 0)))
        """
    ).execute(arguments: [id, date.timeIntervalSince1970])
  }

  /// Corrects arrivals from when the clock was ahead, and deletes those of links that aren't in the
  /// trash.
  /// - Parameter end: the end of today, in seconds since 1970.
  static func correct(before end: Double, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE trashArrival SET arrivedAt = ?1 - 86400 WHERE arrivedAt >= ?1;
        """, arguments: [end])
    try db.execute(
      sql: """
        DELETE FROM trashArrival
        WHERE NOT EXISTS (SELECT 1 FROM link WHERE id = linkID AND trashedAt IS NOT NULL)
        """)
  }
}
