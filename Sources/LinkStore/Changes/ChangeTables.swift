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
      -- Null until then for a value that's only noted for the other devices.
      changeID INTEGER REFERENCES change (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
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
    case .marked: LoggedTable.reading.rawValue
    case .never, .allowed: LoggedTable.neverAgain.rawValue
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

/// A table whose changes are noted in the journal.
enum LoggedTable: String {
  /// The key is the link's id.
  case link
  /// A link that moves keeps its text: the address of the text is noted under the link's id.
  case article
  case reading
  /// The key is the kind and the value, such as `host example.org`. The values are null while there's
  /// no row.
  case neverAgain
}
