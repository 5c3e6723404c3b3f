import Foundation
import GRDB
import Links

/// Records all changes of links for the other devices.
///
/// Temporary triggers copy each row before its first change in a transaction. At the end of the
/// transaction, the differences are recorded with their time, so that a change and its record are
/// on disk together or not at all.
struct SyncRecorder: Sendable {
  /// The rows that were changed in this transaction, with their previous values.
  private static let table = TriggerTable(name: "changedRow")

  /// The system's clock.
  let now: @Sendable () -> Date

  /// Starts recording. Call it at the start of a transaction.
  func start(in db: Database) throws {
    try SyncFactRecorder.start(in: db)
    guard try Self.isSet(in: db) else { return }
    try Self.table.create(
      "(id INTEGER PRIMARY KEY, isNew NOT NULL DEFAULT 0, \(LinkColumn.all.names))", triggers,
      in: db)
  }

  private var triggers: [RowTrigger] {
    let old = """
      INSERT OR IGNORE INTO changedRow (id, \(LinkColumn.all.names))
      VALUES (old.id, \(LinkColumn.all.names(before: "old.")))
      """
    return [
      RowTrigger(
        .insert, on: "link", "INSERT OR IGNORE INTO changedRow (id, isNew) VALUES (new.id, 1)"),
      RowTrigger(.update(of: []), on: "link", when: LinkColumn.all.isChanged, old),
      RowTrigger(.delete, on: "link", old),
    ]
  }

  /// Records the differences. Call it at the end of a transaction, before it's committed.
  func finish(in db: Database) throws {
    // The transaction that begins the exchange has nothing to record with.
    guard try Self.isSet(in: db), try Self.table.exists(in: db),
      let start = try SyncClock.fetch(in: db)
    else { return }
    var clock = start
    try SyncFactRecorder.finish(&clock, at: now(), in: db)
    let rows = try Row.fetchAll(
      db.cachedStatement(sql: "SELECT * FROM temp.changedRow ORDER BY id"))
    if !rows.isEmpty {
      let time = clock.tick(at: now())
      for row in rows {
        let before = row["isNew"] ? nil : try LinkRecord(row: row)
        let after = try LinkRecord.fetch(row["id"], in: db)
        try record(before, after, at: time, in: db)
      }
      try Self.forget(in: db)
    }
    if clock != start { try clock.save(in: db) }
  }

  /// Discards the changes of this transaction, because they came from other devices.
  static func forget(in db: Database) throws {
    try table.clear(in: db)
  }

  private func record(
    _ before: LinkRecord?, _ after: LinkRecord?, at time: SyncTime, in db: Database
  ) throws {
    if let before, Self.isExchanged(before), before.key != after?.key {
      try recordEnd(of: before, movedTo: after, at: time, in: db)
    }
    guard let after, Self.isExchanged(after), let id = after.id else { return }
    let known = before?.key == after.key ? before : nil
    var entity =
      try SyncEntity.fetch(after.key, before: known, in: db) ?? SyncEntity(key: after.key)
    entity.linkID = id
    guard let time = entity.set(after.syncValues, tags: after.link.tags, at: time) else { return }
    try entity.save(in: db)
    try SyncOutbox.add(time, of: after.key, in: db)
  }

  /// Records that a link was deleted for good, or has another address now.
  private func recordEnd(
    of before: LinkRecord, movedTo after: LinkRecord?, at time: SyncTime, in db: Database
  ) throws {
    guard var entity = try SyncEntity.fetch(before.key, before: before, in: db) else { return }
    let last = entity.registers.lastEdit ?? time
    // A deletion has the time of the last change that it deletes, so that it never deletes a later
    // one.
    let end = after == nil ? last : time.after(last)
    let operation = SyncOperation(
      address: before.url, time: end, fields: [.deletedOrMoved: .text(after?.url ?? "")])
    entity.registers.merge(operation)
    entity.linkID = nil
    try entity.save(in: db)
    try SyncOutbox.add(end, of: before.key, in: db)
  }

  /// Whether devices exchange a row.
  static func isExchanged(_ record: LinkRecord) -> Bool { record.url.hasPrefix("http") }

  /// SQL for whether devices exchange a row of `link`.
  static let isExchanged = "substr(link.url, 1, 4) = 'http'"

  private static func isSet(in db: Database) throws -> Bool {
    try Bool.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM syncState")) == true
  }
}

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

/// Merges facts of other devices.
enum SyncFactMerge {
  /// - Returns: the number of facts of each kind that changed something.
  static func apply(
    _ facts: [SyncFact], at date: Date, in db: Database
  ) throws -> [SyncFact.Kind: Int] {
    let kinds = try SyncFactRecorder.kinds(in: db)
    let facts = facts.filter { kinds.contains($0.subject.kind) }
    guard !facts.isEmpty, var clock = try SyncClock.fetch(in: db) else { return [:] }
    var counts: [SyncFact.Kind: Int] = [:]
    var hasVisits = false
    let oldest = try WheelStore.oldestVisit(in: db)
    for fact in facts {
      clock.observe(fact.time, at: date)
      // What was read here may not have been exchanged yet, because the page isn't saved.
      let known =
        try SyncFact.fetch(fact.subject, in: db)
        ?? SyncFact.local(fact.subject, at: date, in: db)
      if let known, !fact.replaces(known) { continue }
      if case .visit(_, let moment) = fact.subject {
        if let oldest, moment < oldest.syncMilliseconds { continue }
        let start = try SyncFact.fetch(.historyStart, in: db)
        if fact.isForgotten(by: start) { continue }
        hasVisits = true
        // The card is in the history already, unless it was forgotten with the history and has a
        // later time now.
        if let known, !known.isForgotten(by: start) {
          try fact.save(in: db)
          try fact.updateVisit(in: db)
          continue
        }
      }
      try fact.save(in: db)
      try fact.apply(in: db)
      counts[fact.subject.kind, default: 0] += 1
    }
    if hasVisits { try WheelStore.pruneHistory(in: db) }
    try clock.save(in: db)
    try SyncFactRecorder.forget(in: db)
    return counts
  }
}
