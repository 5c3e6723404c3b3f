import Foundation
import GRDB
import LinkSync

/// Records what changes marks, as ``SyncRecorder`` does for links.
enum MarkRecorder {
  static func start(in db: Database) throws {
    guard try isSet(in: db), try !hasTriggers(in: db) else { return }
    try db.execute(
      sql: """
        CREATE TEMP TABLE changedMark (key TEXT PRIMARY KEY) WITHOUT ROWID;
        CREATE TEMP TRIGGER noteSeen AFTER INSERT ON main.seenLink BEGIN
          INSERT OR IGNORE INTO changedMark VALUES ('seen ' || new.url);
        END;
        CREATE TEMP TRIGGER noteUnseen AFTER DELETE ON main.seenLink BEGIN
          INSERT OR IGNORE INTO changedMark VALUES ('seen ' || old.url);
        END;
        CREATE TEMP TRIGGER noteNever AFTER INSERT ON main.neverAgain BEGIN
          INSERT OR IGNORE INTO changedMark
          VALUES (iif(new.kind = 'host', 'host ', 'never ') || new.value);
        END;
        CREATE TEMP TRIGGER noteAllowed AFTER DELETE ON main.neverAgain BEGIN
          INSERT OR IGNORE INTO changedMark
          VALUES (iif(old.kind = 'host', 'host ', 'never ') || old.value);
        END;
        CREATE TEMP TRIGGER noteVisit AFTER INSERT ON main.visit BEGIN
          INSERT OR IGNORE INTO changedMark VALUES ('shown ' || new.id);
        END;
        -- A card may be shown before its page has loaded, and get its title then.
        CREATE TEMP TRIGGER noteVisitTitle AFTER UPDATE OF title ON main.visit BEGIN
          INSERT OR IGNORE INTO changedMark VALUES ('shown ' || new.id);
        END;
        -- Only the oldest cards are forgotten one by one.
        CREATE TEMP TRIGGER noteCleared AFTER DELETE ON main.visit
        WHEN NOT EXISTS (SELECT 1 FROM main.visit) BEGIN
          INSERT OR IGNORE INTO changedMark VALUES ('history');
        END;
        CREATE TEMP TRIGGER noteWheel AFTER INSERT ON main.wheel BEGIN
          INSERT OR IGNORE INTO changedMark VALUES ('wheel ' || new.name);
        END;
        CREATE TEMP TRIGGER noteWheelChange AFTER UPDATE OF name, sources ON main.wheel BEGIN
          INSERT OR IGNORE INTO changedMark
          VALUES ('wheel ' || old.name), ('wheel ' || new.name);
        END;
        CREATE TEMP TRIGGER noteWheelEnd AFTER DELETE ON main.wheel BEGIN
          INSERT OR IGNORE INTO changedMark VALUES ('wheel ' || old.name);
        END;
        """)
  }

  /// Records what has changed in this transaction.
  static func finish(_ clock: inout SyncClock, at date: Date, in db: Database) throws {
    guard try hasTriggers(in: db) else { return }
    let keys = try String.fetchAll(
      db.cachedStatement(sql: "SELECT key FROM temp.changedMark ORDER BY key"))
    guard !keys.isEmpty else { return }
    if try isSet(in: db) {
      let time = clock.tick(at: date)
      for key in keys { try record(key, at: time, in: db) }
    }
    try forget(in: db)
  }

  /// Forgets the changes of this transaction, because they came from other devices.
  static func forget(in db: Database) throws {
    guard try hasTriggers(in: db) else { return }
    try db.cachedStatement(sql: "DELETE FROM temp.changedMark").execute()
  }

  private static func record(_ key: String, at time: SyncTime, in db: Database) throws {
    if key.hasPrefix("shown ") {
      return try Int64(key.dropFirst(6)).map { try recordVisit($0, at: time, in: db) } ?? ()
    }
    guard let subject = SyncMark.Subject(key: key) else { return }
    guard subject == .historyStart else {
      return try record(try SyncMark.current(subject, at: time, in: db), in: db)
    }
    // All visits are forgotten, also those of a clock that's ahead, and those of before an earlier
    // time at which they all were.
    let known = try SyncMark.fetch(subject, in: db)
    let last = try lastVisit(in: db)
    try save(SyncMark(subject, at: time.after(last).after(known?.time)), in: db)
  }

  /// The latest time of the marks of visits that have none after a limit, in milliseconds since 1970.
  static func lastVisit(until limit: Int64 = .max, in db: Database) throws -> SyncTime? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT milliseconds, count, device FROM syncMark
        WHERE key GLOB 'visit *' AND milliseconds <= ?
        ORDER BY milliseconds DESC, count DESC, device DESC LIMIT 1
        """, arguments: [limit]
    ).map(SyncOutbox.time)
  }

  /// Records a card that was shown.
  static func recordVisit(_ id: Int64, at time: SyncTime, in db: Database) throws {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT url, title, wheel, seenAt FROM visit WHERE id = ?"),
      arguments: [id])
    guard let row else { return }
    let moment = Date(timeIntervalSince1970: row["seenAt"]).syncMilliseconds
    let start = try SyncMark.fetch(.historyStart, in: db)
    try record(
      SyncMark(
        .visit(row["url"], moment), at: time.after(start?.time), title: row["title"],
        wheel: row["wheel"]), in: db)
  }

  /// Records a mark, unless it says what's known.
  static func record(_ mark: SyncMark, in db: Database) throws {
    let known = try SyncMark.fetch(mark.subject, in: db)
    if let known, known.isEquivalent(to: mark) { return }
    if known == nil, !mark.isSet { return }
    var mark = mark
    mark.time = mark.time.after(known?.time)
    try save(mark, in: db)
  }

  private static func save(_ mark: SyncMark, in db: Database) throws {
    try mark.save(in: db)
    try SyncOutbox.add(mark.time, of: mark.subject.key, in: db)
  }

  static func isSet(in db: Database) throws -> Bool {
    try Bool.fetchOne(db.cachedStatement(sql: "SELECT hasMarks FROM syncState")) == true
  }

  private static func hasTriggers(in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM sqlite_temp_schema WHERE name = 'changedMark'")
    ) == true
  }
}
