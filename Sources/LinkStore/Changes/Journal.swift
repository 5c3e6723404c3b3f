import Foundation
import GRDB
import Links
import TaskLimits

/// An entry of the journal: a change that's listed, undone and redone as a whole, whether one
/// transaction makes it or several.
struct JournalEntry: Sendable {
  private let kind: ChangeKind
  fileprivate let origin: LinkChange.Origin
  fileprivate let madeAt: Date
  /// The id of the entry on disk; nil until something was changed.
  private let changeID = Locked<LinkChange.ID?>(nil)

  init(_ kind: ChangeKind, from origin: LinkChange.Origin, at date: Date) {
    self.kind = kind
    self.origin = origin
    madeAt = date
  }

  /// The id of the entry; nil until something was changed.
  var recordedID: LinkChange.ID? { changeID.withLock { $0 } }

  /// Remembers the entry. Call it after the transaction, because after a failed one another change
  /// may get the same id.
  func didCommit(_ id: LinkChange.ID?) { if let id { changeID.withLock { $0 = id } } }

  /// Returns the entry's id if an earlier transaction has written it, unless it's no longer in the
  /// journal.
  /// - Throws: ``StoreError/undone`` if it has been undone.
  fileprivate func knownID(in db: Database) throws -> LinkChange.ID? {
    guard let id = recordedID else { return nil }
    let row = try Row.fetchOne(
      db, sql: "SELECT undoneAt FROM change WHERE id = ? AND kind = ? AND madeAt = ?",
      arguments: [id, kind.name, madeAt.timeIntervalSince1970])
    guard let row else { return nil }
    if row["undoneAt"] != nil { throw StoreError.undone }
    return id
  }

  fileprivate func insert(_ id: LinkChange.ID, in db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT INTO change (id, madeAt, origin, kind, detail) VALUES (?, ?, ?, ?, ?)"
    ).execute(
      arguments: [id, madeAt.timeIntervalSince1970, origin.rawValue, kind.name, kind.detail])
  }
}

/// The journal of one transaction.
///
/// What writes a row that can be undone, or that other devices have, takes a journal instead of the
/// database, and notes each value that it changes. Other programs therefore see a change either with
/// all its values or not at all. Undo, the log, the history of a link and the exchange read the notes.
struct Journal {
  let db: Database
  /// The entry of the noted values; nil for changes that nobody asked for, which aren't undone.
  private let changeID: LinkChange.ID?
  /// Whether an earlier transaction has written the entry.
  private let isKnown: Bool
  /// The largest id that a link had before. A link that the transaction adds is only noted as added.
  let lastLink: SavedLink.ID
  /// The largest id that a noted value had before.
  let lastValue: Int64
  /// What else the other devices have to learn; nil without an exchange, and for what they changed.
  let outgoing: OutgoingChanges?

  /// Begins the journal of a transaction.
  /// - Parameters:
  ///   - entry: nil for a change that isn't undone.
  ///   - isReceived: whether other devices have made the change, which therefore isn't for them.
  init(_ entry: JournalEntry? = nil, isReceived: Bool = false, in db: Database) throws {
    self.db = db
    let isExchanged = try !isReceived && SyncRecorder.isSet(in: db)
    outgoing = isExchanged ? OutgoingChanges() : nil
    lastValue = isExchanged ? try Self.lastValue(in: db) : 0
    lastLink = try Self.lastID(of: "link", in: db)
    let known = try entry?.knownID(in: db)
    isKnown = known != nil
    changeID = try entry.map { _ in try known ?? Self.lastID(of: "change", in: db) + 1 }
  }

  private init(_ journal: Journal) {
    (db, changeID, isKnown) = (journal.db, nil, false)
    (lastLink, lastValue, outgoing) = (journal.lastLink, journal.lastValue, journal.outgoing)
  }

  /// The journal for a part of the transaction that isn't undone with the rest.
  var withoutUndo: Journal { Journal(self) }

  /// Ends the transaction's part of an entry.
  /// - Returns: the id of the entry; nil if nothing has been changed yet.
  func finish(_ entry: JournalEntry) throws -> LinkChange.ID? {
    guard let changeID else { return nil }
    let newLast = try Self.lastID(of: "link", in: db)
    if newLast > lastLink {
      // One value for all of them, because an import adds a hundred thousand.
      try insert(
        changeID, .link, (lastLink + 1).databaseValue, "added", before: .null,
        after: newLast.databaseValue)
    }
    if isKnown { return changeID }
    // A change without effect shouldn't write to the file.
    let hasValues = try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM changeValue WHERE changeID = ? LIMIT 1"),
      arguments: [changeID])
    guard hasValues == true else { return nil }
    try entry.insert(changeID, in: db)
    try ChangeTables.prune(
      before: changeID, isOwn: entry.origin != .device, at: entry.madeAt, in: db)
    return changeID
  }

  /// Notes that a value of a row has changed.
  func note(
    _ table: LoggedTable, _ key: some DatabaseValueConvertible, _ column: String,
    before: DatabaseValue, after: DatabaseValue
  ) throws {
    guard let changeID else { return }
    try insert(changeID, table, key.databaseValue, column, before: before, after: after)
  }

  private func note(
    _ id: SavedLink.ID, _ column: LinkColumn, before: DatabaseValue, after: DatabaseValue
  ) throws {
    let changeID = column.isUndoable ? changeID : nil
    guard id <= lastLink, changeID != nil || outgoing != nil else { return }
    try insert(changeID, .link, id.databaseValue, column.name, before: before, after: after)
  }

  private func insert(
    _ changeID: LinkChange.ID?, _ table: LoggedTable, _ key: DatabaseValue, _ field: String,
    before: DatabaseValue, after: DatabaseValue
  ) throws {
    try db.cachedStatement(
      sql: """
        INSERT INTO changeValue (changeID, subject, key, field, before, after)
        VALUES (?, ?, ?, ?, ?, ?)
        """
    ).execute(arguments: [changeID, table.rawValue, key, field, before, after])
  }

  /// The largest id that any row of a table has had.
  static func lastID(of table: String, in db: Database) throws -> Int64 {
    try Int64.fetchOne(
      db.cachedStatement(sql: "SELECT seq FROM sqlite_sequence WHERE name = ?"),
      arguments: [table]) ?? 0
  }

  private static func lastValue(in db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(id) FROM changeValue")) ?? 0
  }
}

/// Writes the rows of links, and notes what changes.
extension Journal {
  /// A value of a column, before and after a change.
  typealias Change = (column: LinkColumn, before: DatabaseValue, after: DatabaseValue)

  /// Writes those of a link's values that differ from the ones before.
  /// - Returns: whether any does.
  @discardableResult
  func write(_ values: [Change], of id: SavedLink.ID) throws -> Bool {
    let changed = values.filter { !$0.before.isSame(as: $0.after) }
    guard !changed.isEmpty else { return false }
    let columns = changed.map { "\($0.column.name) = ?" }.joined(separator: ", ")
    try db.cachedStatement(sql: "UPDATE link SET \(columns) WHERE id = ?")
      .execute(arguments: StatementArguments(changed.map(\.after) + [id.databaseValue]))
    for value in changed {
      try note(id, value.column, before: value.before, after: value.after)
    }
    return true
  }

  /// Writes what a body makes of a link's values.
  /// - Parameter body: gets the row of these columns. Nil leaves them as they are.
  /// - Returns: whether a value has changed; false for a link that's gone.
  @discardableResult
  func update(
    _ columns: [LinkColumn], of id: SavedLink.ID,
    _ body: (Row) throws -> [(any DatabaseValueConvertible)?]?
  ) throws -> Bool {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT \(columns.names) FROM link WHERE id = ?"), arguments: [id])
    guard let row, let values = try body(row) else { return false }
    return try write(
      columns.indices.map { (columns[$0], row[$0], values[$0]?.databaseValue ?? .null) }, of: id)
  }

  /// Writes values of a link.
  /// - Returns: whether one has changed; false for a link that's gone.
  @discardableResult
  func set(
    _ values: KeyValuePairs<LinkColumn, (any DatabaseValueConvertible)?>, of id: SavedLink.ID
  ) throws -> Bool {
    try update(values.map(\.key), of: id) { _ in values.map(\.value) }
  }

  /// Deletes links for good.
  /// - Parameter condition: SQL that chooses them.
  /// - Returns: their number.
  func delete(where condition: String, arguments: StatementArguments) throws -> Int {
    if let outgoing {
      outgoing.deleted += try LinkRecord.fetchAll(
        db, sql: "SELECT * FROM link WHERE \(condition)", arguments: arguments)
    }
    try db.execute(sql: "DELETE FROM link WHERE \(condition)", arguments: arguments)
    return db.changesCount
  }
}

/// What other devices have to learn of a transaction, besides the values of links.
final class OutgoingChanges {
  /// The links that were deleted for good.
  fileprivate(set) var deleted: [LinkRecord] = []
  /// The facts that may have changed.
  private(set) var facts: Set<SyncFact.Subject> = []
  /// The rows of the cards that were shown or have another title.
  private(set) var visits: Set<Int64> = []

  func note(_ fact: SyncFact.Subject) { facts.insert(fact) }

  func note(visit row: Int64) { visits.insert(row) }

  /// Forgets facts whose change was rolled back.
  func forget() { (facts, visits) = ([], []) }
}

extension DatabaseValue {
  /// Whether SQLite takes both for the same value. Texts that Swift takes for equal may have different
  /// bytes.
  func isSame(as other: DatabaseValue) -> Bool {
    if case .string(let text) = storage, case .string(let otherText) = other.storage {
      return text.utf8.elementsEqual(otherText.utf8)
    }
    return self == other
  }
}
