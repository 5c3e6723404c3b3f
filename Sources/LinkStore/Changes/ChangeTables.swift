import Foundation
import GRDB
import Links

/// The tables of the log of changes, made on this device by people or received from other devices.
///
/// Each changed value has a row with the value before and after. An undo restores a value only if
/// it's still the one after the change, so that a later change is never reverted.
enum ChangeTables {
  static let schema = """
    CREATE TABLE change (
      -- AUTOINCREMENT: an id is never used again, because a program may still refer to it.
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      -- Seconds since 1970.
      madeAt REAL NOT NULL,
      -- See LinkChange.Origin.
      origin TEXT NOT NULL,
      -- See ChangeKind.init(name:detail:).
      kind TEXT NOT NULL,
      detail TEXT,
      -- Seconds since 1970; null for a change that holds.
      undoneAt REAL,
      -- What was undone last has the largest number; null for what can't be redone.
      undoOrder INTEGER
    );
    CREATE TABLE changeValue (
      id INTEGER PRIMARY KEY,
      -- Checked at the end of the transaction, because a change is only inserted once it has values.
      changeID INTEGER NOT NULL REFERENCES change (id) ON DELETE CASCADE
        DEFERRABLE INITIALLY DEFERRED,
      -- A table; see LoggedTable.
      subject TEXT NOT NULL,
      -- Identifies a row of it.
      key NOT NULL,
      -- A column. Or 'added' for links that weren't there before: all from the key to `after`, which
      -- costs an import nothing.
      field TEXT NOT NULL,
      -- Of any type, as in the column.
      before,
      after
    );
    CREATE INDEX changeValueByChange ON changeValue (changeID);
    CREATE INDEX changeValueByKey ON changeValue (key, subject) WHERE field <> 'added';
    CREATE INDEX changeAddition ON changeValue (key) WHERE field = 'added';
    """

  /// The time in seconds during which a change can be undone.
  static let ageLimit: TimeInterval = 30 * 86_400
  /// The number of changes that can be undone. Changes of other devices can't be, and don't count.
  static let changeLimit = 1_000
  /// The number of values in the log, besides those of the latest change.
  static let valueLimit: Int64 = 1_000_000

  /// Deletes changes that can no longer be undone or redone, after another change was made.
  /// - Parameter isOwn: whether the other change was made on this device. Changes of other devices
  ///   leave the changes that can be redone.
  static func prune(
    before change: LinkChange.ID, isOwn: Bool, at date: Date, in db: Database
  ) throws {
    // Undone changes can no longer be redone. Their entries stay, so that a command that's still
    // making one learns that it was undone.
    if isOwn {
      try db.execute(
        sql: """
          DELETE FROM changeValue WHERE changeID IN (
            SELECT id FROM change WHERE undoOrder IS NOT NULL);
          UPDATE change SET undoOrder = NULL WHERE undoOrder IS NOT NULL;
          """)
    }
    // The ids of values grow with time, so a difference of ids replaces counting.
    try db.cachedStatement(
      sql: """
        DELETE FROM change WHERE id < :id AND (madeAt < :date
          OR id <= (SELECT id FROM change WHERE origin <> 'device'
            ORDER BY id DESC LIMIT 1 OFFSET :changes)
          OR id <= (SELECT changeID FROM changeValue
            WHERE id <= (SELECT max(id) FROM changeValue) - :values ORDER BY id DESC LIMIT 1))
        """
    ).execute(arguments: [
      "id": change, "date": date.timeIntervalSince1970 - ageLimit, "changes": changeLimit,
      "values": valueLimit,
    ])
  }
}

extension LinkChange {
  init(row: Row) {
    self.init(
      id: row["id"], kind: ChangeKind(name: row["kind"], detail: row["detail"]) ?? .edited,
      origin: Origin(rawValue: row["origin"]) ?? .program,
      madeAt: Date(timeIntervalSince1970: row["madeAt"]))
  }
}

extension ChangeKind {
  /// The kind's name in the log.
  var name: String {
    switch self {
    case .saved: "saved"
    case .imported: "imported"
    case .removed: "removed"
    case .restored: "restored"
    case .tagged: "tagged"
    case .untagged: "untagged"
    case .noted: "noted"
    case .moved: "moved"
    case .retitled: "retitled"
    case .readdressed: "readdressed"
    case .edited: "edited"
    case .refreshed: "refreshed"
    case .marked(isRead: true): "read"
    case .marked(isRead: false): "unread"
    case .never: "never"
    case .allowed: "allowed"
    case .emptiedTrash: "emptied trash"
    case .clearedHistory: "cleared history"
    case .received: "received"
    }
  }

  /// The table whose changed rows count as links.
  var countedTable: String {
    switch self {
    case .marked: LoggedTable.reading.name
    case .never, .allowed: LoggedTable.neverAgain.name
    default: "link"
    }
  }

  /// The kind's associated value in the log.
  var detail: String? {
    switch self {
    case .never(let detail), .allowed(let detail), .received(let detail): detail
    case .refreshed(let failed): failed > 0 ? "\(failed)" : nil
    case .saved, .imported, .removed, .restored, .tagged, .untagged, .noted, .moved, .retitled,
      .readdressed, .edited, .marked, .emptiedTrash, .clearedHistory:
      nil
    }
  }

  /// Returns nil for a kind of a newer version.
  init?(name: String, detail: String?) {
    let detail = detail ?? ""
    let kinds: [ChangeKind] = [
      .saved, .imported, .removed, .restored, .tagged, .untagged, .noted, .moved, .retitled,
      .readdressed, .edited, .refreshed(failed: Int(detail) ?? 0), .marked(isRead: true),
      .marked(isRead: false), .never(detail), .allowed(detail), .emptiedTrash, .clearedHistory,
      .received(from: detail),
    ]
    guard let kind = kinds.first(where: { $0.name == name }) else { return nil }
    self = kind
  }
}

/// A table whose changes are logged, and its columns that undo restores.
struct LoggedTable: Sendable {
  let name: String
  let columns: [String]
  /// The key of a row in SQL. The row is `old` or `new`.
  let key: @Sendable (_ row: String) -> String
  /// The rows whose changes are logged, besides updated ones.
  var rows = Rows.updated

  enum Rows {
    /// No other rows.
    case updated
    /// The rows of links. Inserted links are found without a trigger, and deleted links can't be
    /// restored.
    case links
    /// Inserted and deleted rows too. Values are null while there's no row.
    case all
    /// Inserted and deleted rows, but not updated ones.
    case insertedOrDeleted
  }

  static let all = [
    LoggedTable(
      name: "link", columns: LinkColumn.all.filter(\.isUndoable).map(\.name), key: { "\($0).id" },
      rows: .links),
    // A link that moves keeps its text.
    LoggedTable(name: "article", columns: ["address"], key: { "\($0).linkID" }),
    reading, neverAgain,
  ]

  static let reading = LoggedTable(
    name: "reading", columns: ["readAt", "progress", "block", "blockOffset"],
    key: { "\($0).key" }, rows: .all)

  static let neverAgain = LoggedTable(
    name: "neverAgain", columns: ["title", "addedAt"],
    key: { "\($0).kind || ' ' || \($0).value" }, rows: .insertedOrDeleted)

  /// The triggers that log changes while ``ChangeRecorder/table`` has an entry.
  var triggers: [RowTrigger] {
    var triggers: [RowTrigger] = []
    if rows != .insertedOrDeleted {
      // A link that was added by the same transaction is only logged as added.
      let isLogged = rows == .links ? "new.id <= lastLink" : "1"
      triggers += columns.map { column in
        RowTrigger(
          .update(of: [column]), on: name, when: "old.\(column) IS NOT new.\(column)",
          insertion(of: column, key("new"), "old.\(column)", "new.\(column)", where: isLogged))
      }
    }
    if rows == .all || rows == .insertedOrDeleted {
      let inserted = columns.map {
        insertion(of: $0, key("new"), "NULL", "new.\($0)", where: "new.\($0) IS NOT NULL")
      }
      let deleted = columns.map {
        insertion(of: $0, key("old"), "old.\($0)", "NULL", where: "old.\($0) IS NOT NULL")
      }
      triggers += [
        RowTrigger(.insert, on: name, inserted.joined(separator: "; ")),
        RowTrigger(.delete, on: name, deleted.joined(separator: "; ")),
      ]
    }
    return triggers
  }

  private func insertion(
    of column: String, _ key: String, _ before: String, _ after: String, where condition: String
  ) -> String {
    """
    INSERT INTO changeValue (changeID, subject, key, field, before, after)
      SELECT changeID, '\(name)', \(key), '\(column)', \(before), \(after) FROM temp.recording
      WHERE \(condition)
    """
  }
}

/// A temporary trigger, which only sees changes made through its own connection.
struct RowTrigger: Sendable {
  enum Event: Sendable {
    case insert, delete
    /// An update of any of these columns, or of any column if the list is empty.
    case update(of: [String])
  }

  let event: Event
  let table: String
  /// A condition in SQL on `old` and `new`; nil for all rows.
  var condition: String?
  /// SQL statements without the last semicolon.
  let body: String

  init(_ event: Event, on table: String, when condition: String? = nil, _ body: String) {
    (self.event, self.table, self.condition, self.body) = (event, table, condition, body)
  }

  fileprivate func sql(prefix: String) -> String {
    let (name, clause) =
      switch event {
      case .insert: ("inserted", "INSERT")
      case .delete: ("deleted", "DELETE")
      case .update(of: []): ("updated", "UPDATE")
      case .update(let columns):
        (
          "updated_\(columns.joined(separator: "_"))",
          "UPDATE OF \(columns.joined(separator: ", "))"
        )
      }
    return """
      CREATE TEMP TRIGGER \(prefix)_\(table)_\(name) AFTER \(clause) ON main.\(table)
      \(condition.map { "WHEN \($0)" } ?? "") BEGIN \(body); END;

      """
  }
}

/// A temporary table that triggers write to or read from. Tables and triggers last as long as the
/// connection, because creating them takes as long as a small change. The rows are rolled back with
/// a transaction.
struct TriggerTable: Sendable {
  let name: String

  /// Creates the table and its triggers, unless they exist.
  /// - Parameter definition: the SQL after the table's name.
  func create(
    _ definition: String, _ triggers: @autoclosure () -> [RowTrigger], in db: Database
  ) throws {
    guard try !exists(in: db) else { return }
    try db.execute(
      sql: """
        CREATE TEMP TABLE \(name) \(definition);
        \(triggers().map { $0.sql(prefix: name) }.joined())
        """)
  }

  func exists(in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM sqlite_temp_schema WHERE name = ?"),
      arguments: [name]) == true
  }

  /// Deletes all rows.
  func clear(in db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM temp.\(name)").execute()
  }
}
