import Foundation
import GRDB
import Links
import Markup

/// The merged fields of a link, with its row if there is one.
struct SyncEntity {
  let key: String
  var registers: LinkRegisters
  /// The id of the link's row; nil for a deleted link.
  var linkID: SavedLink.ID?

  init(key: String) {
    self.key = key
    registers = LinkRegisters()
  }

  /// Reads the merged fields of a link.
  /// - Parameter before: the row before a change, whose values the times belong to. Nil means the
  ///   present row.
  static func fetch(
    _ key: String, before: LinkRecord? = nil, in db: Database
  ) throws -> SyncEntity? {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT linkID, times, hidden FROM syncLink WHERE key = ?"),
      arguments: [key])
    guard let row else { return nil }
    let linkID: SavedLink.ID? = row["linkID"]
    let record = try before ?? linkID.flatMap { try LinkRecord.fetch($0, in: db) }
    // A damaged file may have lost the row.
    return SyncEntity(
      key: key, linkID: record == nil ? nil : linkID, times: row["times"], hidden: row["hidden"],
      record: record)
  }

  /// Creates an entity from a row that begins with the columns of the link, or nulls.
  init(key: String, _ row: Row) throws {
    let isThere = try row.decode(Int64?.self, forColumn: "id") != nil
    let record = isThere ? try LinkRecord(row: row) : nil
    self.init(
      key: key, linkID: record?.id, times: row["times"] ?? "", hidden: row["hidden"], record: record
    )
  }

  /// Creates an entity from the row of a damaged file.
  init(key: String, times: String, hidden: String?, record: LinkRecord?) {
    self.init(key: key, linkID: nil, times: times, hidden: hidden, record: record)
  }

  private init(
    key: String, linkID: SavedLink.ID?, times: String, hidden: String?, record: LinkRecord?
  ) {
    self.key = key
    self.linkID = linkID
    registers = LinkRegisters()
    if let hidden {
      for operation in SyncLogReader(Data(hidden.utf8), device: Self.hiddenDevice).operations {
        registers.merge(operation)
      }
    } else {
      registers = SyncTimes.registers(times, values: record?.syncValues ?? [:])
    }
  }

  /// Writes the fields' times, and the fields of a deleted link.
  func save(in db: Database) throws {
    let times = SyncTimes.text(registers)
    let hidden =
      linkID == nil
      ? registers.operations(on: address).map {
        SyncLine.text($0, device: Self.hiddenDevice) + "\n"
      }.joined() : nil
    try db.cachedStatement(
      sql: """
        INSERT INTO syncLink (key, linkID, times, hidden) VALUES (?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET linkID = excluded.linkID, times = excluded.times,
          hidden = excluded.hidden
        """
    ).execute(arguments: [key, linkID, times, hidden])
  }

  /// The address that the link was saved with. If its saving isn't known yet, the key, which is an
  /// address too.
  var address: String { registers.text(.address) ?? key }

  /// Sets the fields whose values differ, all at one time, which is later than the times of the
  /// replaced values.
  /// - Returns: the time, or nil if nothing differs.
  mutating func set(
    _ values: [SyncField: SyncValue], tags: [String] = [], at time: SyncTime
  ) -> SyncTime? {
    var changed = Set(registers.fields.keys).union(values.keys).filter { field in
      field != .deletedOrMoved
        && (values[field] ?? .none) != (registers.fields[field]?.value ?? .none)
    }
    // Tags are ordered by time, so remaining tags have to come first. Otherwise they're set again.
    let names = tags.map(\.tagKey)
    let known = Set(names)
    let staying = registers.tags.map(\.tagKey).filter {
      known.contains($0) && !changed.contains(.tag($0))
    }
    if !names.starts(with: staying) { changed.formUnion(names.map { .tag($0) }) }
    // The spelling of the address belongs to the saving, and a deleted link is saved again.
    if changed.contains(.saved) || changed.contains(.address) || !registers.exists {
      changed.formUnion([.saved, .address])
    }
    guard !changed.isEmpty else { return nil }
    let replaced = changed.union(changed.contains(where: \.isTag) ? staying.map { .tag($0) } : [])
    let times = replaced.union([.deletedOrMoved]).compactMap { registers.fields[$0]?.time }
    let time = time.after(times.max())
    let operation = SyncOperation(
      address: address, time: time,
      fields: Dictionary(
        uniqueKeysWithValues: changed.map { ($0, values[$0] ?? .none) }), tagOrder: tags)
    registers.merge(operation)
    return time
  }
}

extension SyncEntity {
  /// The device in lines of deleted links. It's empty, so that each time in the line names its own
  /// device.
  private static let hiddenDevice = ""
}
