import Foundation
import GRDB
import LinkSync

/// Records changes of facts, as ``SyncRecorder`` does for links.
enum SyncFactRecorder {
  /// The subjects of facts that may have changed in this transaction.
  private static let table = TriggerTable(name: "changedMark")

  static func start(in db: Database) throws {
    guard try !kinds(in: db).isEmpty else { return }
    // The keys aren't unique, because the conflict rule of a statement overrides that of its
    // triggers (https://www.sqlite.org/lang_createtrigger.html).
    try table.create("(key TEXT)", triggers, in: db)
  }

  private static var triggers: [RowTrigger] {
    let never = { (row: String) in "iif(\(row).kind = 'host', 'host ', 'never ') || \(row).value" }
    return [
      trigger(.insert, on: "seenLink", "'seen ' || new.url"),
      trigger(.delete, on: "seenLink", "'seen ' || old.url"),
      trigger(.insert, on: "neverAgain", never("new")),
      trigger(.delete, on: "neverAgain", never("old")),
      trigger(.insert, on: "visit", "'shown ' || new.id"),
      // A card may be shown before its page has loaded, and get its title then.
      trigger(.update(of: ["title"]), on: "visit", "'shown ' || new.id"),
      // Only pruning deletes cards one by one. Clearing the history deletes all of them.
      trigger(
        .delete, on: "visit", when: "NOT EXISTS (SELECT 1 FROM main.visit)", "'history'"),
      trigger(.insert, on: "wheel", "'wheel ' || new.name"),
      trigger(
        .update(of: ["name", "sources"]), on: "wheel", "'wheel ' || old.name",
        "'wheel ' || new.name"),
      trigger(.delete, on: "wheel", "'wheel ' || old.name"),
      // Rows are deleted only when they're empty, or old and of pages that aren't saved.
      trigger(.insert, on: "reading", "'read ' || new.key", "'place ' || new.key"),
      trigger(.update(of: ["readAt"]), on: "reading", "'read ' || new.key"),
      trigger(
        .update(of: ["progress", "block", "blockOffset"]), on: "reading", "'place ' || new.key"),
      trigger(.insert, on: "sharedSetting", "new.key"),
      trigger(.update(of: ["value"]), on: "sharedSetting", "new.key"),
      trigger(.delete, on: "sharedSetting", "old.key"),
      // What was read of a page that wasn't saved yet.
      trigger(
        .insert, on: "link", when: "EXISTS (SELECT 1 FROM main.reading WHERE key = new.key)",
        "'saved ' || new.key"),
    ]
  }

  /// - Parameter keys: SQL for the subjects of facts that may have changed.
  private static func trigger(
    _ event: RowTrigger.Event, on table: String, when condition: String? = nil, _ keys: String...
  ) -> RowTrigger {
    let values = keys.map { "(\($0))" }.joined(separator: ", ")
    return RowTrigger(
      event, on: table, when: condition, "INSERT INTO changedMark VALUES \(values)")
  }

  /// Records what was read of pages that were saved in this transaction, with the times at which it
  /// was read, because another device may know more by now.
  static func recordReadingOfSaved(at date: Date, in db: Database) throws {
    guard try table.exists(in: db), try kinds(in: db).contains(.reading) else { return }
    let keys = try String.fetchAll(
      db.cachedStatement(
        sql: "SELECT DISTINCT substr(key, 7) FROM temp.changedMark WHERE key GLOB 'saved *'"))
    for page in keys {
      for subject in [SyncFact.Subject.read(page), .place(page)] {
        if let fact = try SyncFact.local(subject, at: date, in: db) { try record(fact, in: db) }
      }
    }
    if !keys.isEmpty {
      try db.execute(sql: "DELETE FROM temp.changedMark WHERE key GLOB 'saved *'")
    }
  }

  /// Records the changes of this transaction.
  static func finish(_ clock: inout SyncClock, at date: Date, in db: Database) throws {
    guard try table.exists(in: db) else { return }
    try recordReadingOfSaved(at: date, in: db)
    let keys = try String.fetchAll(
      db.cachedStatement(sql: "SELECT DISTINCT key FROM temp.changedMark ORDER BY key"))
    guard !keys.isEmpty else { return }
    let kinds = try kinds(in: db)
    if !kinds.isEmpty {
      let time = clock.tick(at: date)
      for key in keys { try record(key, at: time, exchanging: kinds, in: db) }
    }
    try forget(in: db)
  }

  /// Discards the changes of this transaction, because they came from other devices.
  static func forget(in db: Database) throws {
    guard try table.exists(in: db) else { return }
    try table.clear(in: db)
  }

  private static func record(
    _ key: String, at time: SyncTime, exchanging kinds: Set<SyncFact.Kind>, in db: Database
  ) throws {
    if key.hasPrefix("shown ") {
      guard kinds.contains(.wheels), let id = Int64(key.dropFirst(6)) else { return }
      return try recordVisit(id, at: time, in: db)
    }
    guard let subject = SyncFact.Subject(key: key), kinds.contains(subject.kind),
      try SyncFact(subject, at: time).isShared(exchanging: kinds, in: db)
    else { return }
    guard subject == .historyStart else {
      return try record(try SyncFact.current(subject, at: time, in: db), in: db)
    }
    // Forgets all visits, including visits from when the clock was ahead, and visits from before an
    // earlier clearing.
    let known = try SyncFact.fetch(subject, in: db)
    let last = try lastVisit(in: db)
    try save(SyncFact(subject, at: time.after(last).after(known?.time)), in: db)
  }

  /// The latest time of a visit up to a limit, in milliseconds since 1970.
  static func lastVisit(until limit: Int64 = .max, in db: Database) throws -> SyncTime? {
    try Row.fetchOne(
      db,
      sql: """
        SELECT milliseconds, count, device FROM syncFact
        WHERE key GLOB 'visit *' AND milliseconds <= ?
        ORDER BY milliseconds DESC, count DESC, device DESC LIMIT 1
        """, arguments: [limit]
    ).map(SyncOutbox.time)
  }

  /// Records a visit: a card that was shown.
  static func recordVisit(_ id: Int64, at time: SyncTime, in db: Database) throws {
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT url, title, wheel, seenAt FROM visit WHERE id = ?"),
      arguments: [id])
    guard let row else { return }
    let moment = Date(timeIntervalSince1970: row["seenAt"]).syncMilliseconds
    let start = try SyncFact.fetch(.historyStart, in: db)
    try record(
      SyncFact(
        .visit(row["url"], moment), at: time.after(start?.time), title: row["title"],
        wheel: row["wheel"]), in: db)
  }

  /// Records a fact, unless it's known already.
  static func record(_ fact: SyncFact, in db: Database) throws {
    let known = try SyncFact.fetch(fact.subject, in: db)
    if let known, known.isEquivalent(to: fact) { return }
    if known == nil, !fact.isSet { return }
    var fact = fact
    fact.time = fact.time.after(known?.time)
    try save(fact, in: db)
  }

  private static func save(_ fact: SyncFact, in db: Database) throws {
    try fact.save(in: db)
    try SyncOutbox.add(fact.time, of: fact.subject.key, in: db)
  }

  /// The kinds of facts that are exchanged.
  static func kinds(in db: Database) throws -> Set<SyncFact.Kind> {
    let columns = SyncFact.Kind.allCases.map { "\($0.column) AS \($0.rawValue)" }
    let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT \(columns.joined(separator: ", ")) FROM syncState"))
    guard let row else { return [] }
    return Set(SyncFact.Kind.allCases.filter { row[$0.rawValue] })
  }
}
