import Foundation
import GRDB
import Links

/// Queues what the journal has noted, for the other devices: in the transaction that makes the change,
/// so that both are on disk together or not at all.
enum SyncRecorder {
  /// Queues the changes of a transaction. Call it at the end, before it's committed.
  /// - Parameter date: the time of the changes.
  static func record(_ journal: Journal, at date: Date) throws {
    let db = journal.db
    // The transaction that ends the exchange has nothing to record with.
    guard let outgoing = journal.outgoing, let start = try SyncClock.fetch(in: db) else { return }
    var clock = start
    try SyncFactRecorder.record(outgoing, &clock, in: journal, at: date)
    let first = clock
    let time = clock.tick(at: date)
    var hasLinks = !outgoing.deleted.isEmpty
    for link in outgoing.deleted { try record(link, nil, at: time, in: db) }
    try forEachChangedLink(since: journal.lastValue, in: db) { id, before in
      hasLinks = true
      guard let new = try LinkRecord.fetch(id, in: db) else { return }
      try record(new.replacing(before), new, at: time, in: db)
    }
    let new = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT * FROM link WHERE id > ? ORDER BY id"),
      arguments: [journal.lastLink])
    while let row = try new.next() {
      hasLinks = true
      try record(nil, LinkRecord(row: row), at: time, in: db)
    }
    if !hasLinks { clock = first }
    try db.cachedStatement(sql: "DELETE FROM changeValue WHERE changeID IS NULL").execute()
    if clock != start { try clock.save(in: db) }
  }

  /// Calls a body for each link that a transaction has changed, with the values from before.
  private static func forEachChangedLink(
    since last: Int64, in db: Database,
    _ body: (SavedLink.ID, [String: DatabaseValue]) throws -> Void
  ) throws {
    var link: (id: SavedLink.ID, before: [String: DatabaseValue])?
    // The plus keeps SQLite from reading all values in the order of an index.
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: """
          SELECT key, field, before FROM changeValue
          WHERE id > ? AND subject = 'link' AND field <> 'added' ORDER BY +key, id
          """), arguments: [last])
    while let row = try rows.next() {
      let id: SavedLink.ID = row[0]
      if let known = link, known.id != id { try body(known.id, known.before) }
      if link?.id != id { link = (id, [:]) }
      let field: String = row[1]
      // A value that's noted twice was first the one from before.
      if link?.before[field] == nil { link?.before[field] = row[2] }
    }
    if let link { try body(link.id, link.before) }
  }

  private static func record(
    _ before: LinkRecord?, _ after: LinkRecord?, at time: SyncTime, in db: Database
  ) throws {
    if let before, isExchanged(before), before.key != after?.key {
      try recordEnd(of: before, movedTo: after, at: time, in: db)
    }
    guard let after, isExchanged(after), let id = after.id else { return }
    let known = before?.key == after.key ? before : nil
    var entity =
      try SyncEntity.fetch(after.key, before: known, in: db) ?? SyncEntity(key: after.key)
    entity.linkID = id
    guard let time = entity.set(after.syncValues, tags: after.link.tags, at: time) else { return }
    try entity.save(in: db)
    try SyncOutbox.add(time, of: after.key, in: db)
  }

  /// Records that a link was deleted for good, or has another address now.
  private static func recordEnd(
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

  static func isSet(in db: Database) throws -> Bool {
    try Bool.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM syncState")) == true
  }
}

extension LinkRecord {
  /// Returns the record with other values in some columns.
  fileprivate func replacing(_ values: [String: DatabaseValue]) throws -> LinkRecord {
    var record = self
    for column in LinkColumn.all {
      if let value = values[column.name] { try column.read(&record, Row([column.name: value]), 0) }
    }
    return record
  }
}

/// Queues facts, as ``SyncRecorder`` does links.
enum SyncFactRecorder {
  /// Records the facts that have changed in a transaction.
  static func record(
    _ outgoing: OutgoingChanges, _ clock: inout SyncClock, in journal: Journal, at date: Date
  ) throws {
    let db = journal.db
    try recordReading(ofLinksAfter: journal.lastLink, at: date, in: db)
    guard !outgoing.facts.isEmpty || !outgoing.visits.isEmpty else { return }
    let kinds = try kinds(in: db)
    if kinds.isEmpty { return }
    let time = clock.tick(at: date)
    for (_, subject) in outgoing.facts.map({ ($0.key, $0) }).sorted(by: { $0.0 < $1.0 }) {
      try record(subject, at: time, exchanging: kinds, in: db)
    }
    guard kinds.contains(.wheels) else { return }
    for visit in outgoing.visits.sorted() { try recordVisit(visit, at: time, in: db) }
  }

  /// Records what was read of pages that were saved in this transaction, with the times at which it
  /// was read, because another device may know more by now.
  /// - Parameter last: the last link from before.
  static func recordReading(
    ofLinksAfter last: SavedLink.ID, at date: Date, in db: Database
  ) throws {
    guard try Journal.lastID(of: "link", in: db) > last, try kinds(in: db).contains(.reading)
    else { return }
    let pages = try String.fetchAll(
      db.cachedStatement(
        sql: "SELECT reading.key FROM link JOIN reading ON reading.key = link.key WHERE id > ?"),
      arguments: [last])
    for page in pages {
      for subject in [SyncFact.Subject.read(page), .place(page)] {
        if let fact = try SyncFact.local(subject, at: date, in: db) { try record(fact, in: db) }
      }
    }
  }

  private static func record(
    _ subject: SyncFact.Subject, at time: SyncTime, exchanging kinds: Set<SyncFact.Kind>,
    in db: Database
  ) throws {
    guard kinds.contains(subject.kind),
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
    let journal = try Journal(isReceived: true, in: db)
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
      try fact.apply(in: journal)
      counts[fact.subject.kind, default: 0] += 1
    }
    if hasVisits { try WheelStore.pruneHistory(in: db) }
    try clock.save(in: db)
    return counts
  }
}
