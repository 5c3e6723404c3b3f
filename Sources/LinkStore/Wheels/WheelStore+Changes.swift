public import Foundation
import GRDB
public import Links

extension WheelStore {
  /// Keeps a wheel in the user's file. Links that came up on another wheel count as seen.
  /// - Parameters:
  ///   - wheel: the wheel's name and links. Repeated addresses count once.
  ///   - sources: the sources of the links.
  ///   - date: the current time.
  @discardableResult
  public func add(
    _ wheel: Wheel, from sources: [WheelOrigin], at date: Date
  ) async throws(WheelChangeError) -> WheelSummary {
    try await keep(wheel, builtIn: nil, sources: sources, at: date)
  }

  /// Keeps a built-in wheel, or updates it if its version has changed.
  /// - Parameter version: identifies the links.
  @discardableResult
  public func keepBuiltIn(
    _ wheel: Wheel, version: String, at date: Date
  ) async throws(WheelChangeError) -> WheelSummary {
    try await keep(wheel, builtIn: version, sources: [], at: date)
  }

  /// Whether this version of a built-in wheel is in the file. Synchronous, for use at startup.
  public func hasBuiltIn(_ name: String, version: String) throws(StoreError) -> Bool {
    try readSynchronously {
      try String.fetchOne($0, sql: "SELECT builtIn FROM wheel WHERE name = ?", arguments: [name])
    } == version
  }

  private func keep(
    _ wheel: Wheel, builtIn: String?, sources: [WheelOrigin], at date: Date
  ) async throws(WheelChangeError) -> WheelSummary {
    let result = try await changing { journal -> Result<WheelSummary, WheelChangeError> in
      let db = journal.db
      let known = try Row.fetchOne(
        db, sql: "SELECT id, builtIn FROM wheel WHERE name = ?", arguments: [wheel.name])
      let id: Int64
      if let known {
        guard builtIn != nil, try known.decode(String?.self, forColumn: "builtIn") != nil else {
          return .failure(.nameTaken(wheel.name))
        }
        id = known["id"]
      } else {
        try WheelRows.insert(wheel.name, isRemembered: true, at: date, in: db)
        id = db.lastInsertedRowID
      }
      try WheelRows(id, in: db)?.replace(with: wheel.links, marks: try WheelMarks(db), in: db)
      try db.execute(
        sql: "UPDATE wheel SET builtIn = ?, sources = ?, updatedAt = ? WHERE id = ?",
        arguments: [builtIn, try StoredJSON.data(of: sources), date.timeIntervalSince1970, id])
      journal.outgoing?.note(.wheel(wheel.name))
      return try WheelSummary.fetch(WheelID(storage: .kept, row: id), in: db)
        .map { .success($0) } ?? .failure(.notFound(wheel.name))
    }
    return try result.get()
  }

  /// Replaces the links of a kept wheel with the present links of its sources. Links that remain
  /// stay seen or unseen.
  /// - Parameters:
  ///   - links: the links, or nil if they haven't changed.
  ///   - keepsMissing: whether links that are missing from the new ones stay, because a source
  ///     failed.
  public func update(
    _ id: WheelID, to links: [Wheel.Link]?, keepsMissing: Bool = false, sources: [WheelOrigin],
    at date: Date
  ) async throws(WheelChangeError) {
    let isThere = try await changing { journal -> Bool in
      let db = journal.db
      guard let rows = try WheelRows(id.row, in: db) else { return false }
      if let links {
        try rows.replace(
          with: links, keepsMissing: keepsMissing, marks: try WheelMarks(db), in: db)
      }
      try db.execute(
        sql: "UPDATE wheel SET sources = ?, updatedAt = ? WHERE id = ?",
        arguments: [try StoredJSON.data(of: sources), date.timeIntervalSince1970, id.row])
      try Self.note(id.row, in: journal)
      return true
    }
    if !isThere { throw .notFound("") }
  }

  /// Renames a wheel of the user.
  public func rename(_ id: WheelID, to name: String) async throws(WheelChangeError) {
    let result = try await changing { journal -> Result<Void, WheelChangeError> in
      let db = journal.db
      let owner = try Int64.fetchOne(
        db, sql: "SELECT id FROM wheel WHERE name = ?", arguments: [name])
      if let owner, owner != id.row { return .failure(.nameTaken(name)) }
      try Self.note(id.row, in: journal)
      journal.outgoing?.note(.wheel(name))
      try db.execute(
        sql: "UPDATE wheel SET name = ? WHERE id = ?", arguments: [name, id.row])
      return db.changesCount > 0 ? .success(()) : .failure(.notFound(name))
    }
    try result.get()
  }

  /// Removes a wheel with its links. The links stay seen, and saved links stay saved.
  public func remove(_ id: WheelID) async throws(WheelChangeError) {
    try await changing { try Self.remove(id.row, in: $0) }
  }

  static func remove(_ row: Int64, in journal: Journal) throws {
    let db = journal.db
    try note(row, in: journal)
    for table in ["wheelLink", "wheelTopic"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE wheelID = ?", arguments: [row])
    }
    try db.execute(sql: "DELETE FROM wheel WHERE id = ?", arguments: [row])
  }

  /// Notes a wheel by its present name.
  private static func note(_ row: Int64, in journal: Journal) throws {
    let name = try String.fetchOne(
      journal.db, sql: "SELECT name FROM wheel WHERE id = ?", arguments: [row])
    if let name { journal.outgoing?.note(.wheel(name)) }
  }

  private func changing<Value: Sendable>(
    _ body: @Sendable @escaping (Journal) throws -> Value
  ) async throws(WheelChangeError) -> Value {
    do throws(StoreError) {
      return try await file.change(nil, body)
    } catch {
      throw .store(error)
    }
  }
}

extension WheelStore {
  /// Creates a wheel that lasts as long as the program.
  /// - Parameter isRemembered: whether links that come up count as seen in other wheels and after
  ///   the next start.
  public func open(
    _ wheel: Wheel, isRemembered: Bool, at date: Date
  ) async throws(StoreError) -> WheelSummary {
    let marks = isRemembered ? try await marks() : WheelMarks(never: try await marks())
    return try await write(.session) { db in
      // Open wheels may have the same name, such as two lists of saved links.
      try WheelRows.insert(UUID().uuidString, isRemembered: isRemembered, at: date, in: db)
      let row = db.lastInsertedRowID
      try WheelRows(row, in: db)?.replace(with: wheel.links, marks: marks, in: db)
      let id = WheelID(storage: .session, row: row)
      guard var summary = try WheelSummary.fetch(id, in: db) else { throw StoreError.stopped }
      summary.name = wheel.name
      return summary
    }
  }

  private func marks() async throws(StoreError) -> WheelMarks {
    try await read(.kept) { try WheelMarks($0) } ?? WheelMarks()
  }
}

extension WheelStore {
  /// The number of cards in the history. Older ones are deleted.
  public static let historyLimit = 2000

  /// Records that a card was shown. A card that is already the latest isn't recorded again.
  /// - Parameter isLoaded: false for a link whose page didn't load, or that was skipped while
  ///   loading. Such a link is recorded once a day.
  public func record(_ visit: Visit, isLoaded: Bool = true) async throws(StoreError) {
    try await file.change { journal in
      let db = journal.db
      let last = try Row.fetchOne(
        db, sql: "SELECT id, url, title FROM visit ORDER BY seenAt DESC, id DESC LIMIT 1")
      if isLoaded, let last, last["url"] == visit.address {
        // The page has loaded after all.
        guard last["title"] as String? == nil, let title = visit.title else { return }
        // A card may be shown before its page has loaded, and get its title then.
        journal.outgoing?.note(visit: last["id"])
        return try db.execute(
          sql: "UPDATE visit SET title = ? WHERE id = ?",
          arguments: [title, last["id"] as Int64])
      }
      if !isLoaded, try Self.wasVisited(visit.address, within: Self.day, of: visit.seenAt, in: db) {
        return
      }
      try db.execute(
        sql: "INSERT INTO visit (url, title, wheel, seenAt) VALUES (?, ?, ?, ?)",
        arguments: [
          visit.address, visit.title, visit.wheel, visit.seenAt.timeIntervalSince1970,
        ])
      journal.outgoing?.note(visit: db.lastInsertedRowID)
      try Self.pruneHistory(in: db)
    }
  }

  private static let day: TimeInterval = 86_400

  private static func wasVisited(
    _ address: String, within time: TimeInterval, of date: Date, in db: Database
  ) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM visit WHERE seenAt > ? AND url = ? LIMIT 1"),
      arguments: [date.timeIntervalSince1970 - time, address]) ?? false
  }

  /// Deletes the oldest cards, if there are too many.
  static func pruneHistory(in db: Database) throws {
    // Cards that other devices showed earlier arrive later, so the ids aren't in the order of time.
    try db.execute(
      sql: """
        DELETE FROM visit WHERE id IN
          (SELECT id FROM visit ORDER BY seenAt DESC, id DESC LIMIT -1 OFFSET ?)
        """, arguments: [historyLimit])
    guard db.changesCount > 0, let oldest = try oldestVisit(in: db) else { return }
    // Compares numbers instead of texts, because moments before 2001, from a clock that was reset,
    // have fewer digits.
    try db.execute(
      sql: """
        DELETE FROM syncFact
        WHERE key GLOB 'visit *' AND CAST(substr(key, length('visit ') + 1) AS INTEGER) < ?
        """, arguments: [oldest.syncMilliseconds])
  }

  /// When the oldest card was shown, if the history is full; otherwise nil.
  static func oldestVisit(in db: Database) throws -> Date? {
    try Double.fetchOne(
      db.cachedStatement(
        sql: "SELECT seenAt FROM visit ORDER BY seenAt DESC, id DESC LIMIT 1 OFFSET ?"),
      arguments: [historyLimit - 1]
    ).map { Date(timeIntervalSince1970: $0) }
  }

  /// Lists the cards that were shown, latest first.
  /// - Parameter limit: the maximum number of cards, or nil for all.
  public func history(limit: Int? = nil) async throws(StoreError) -> [Visit] {
    try await read(.kept) { db in
      try Row.fetchAll(
        db,
        sql: """
          SELECT id, url, title, wheel, seenAt FROM visit ORDER BY seenAt DESC, id DESC LIMIT ?
          """,
        arguments: [limit ?? Self.historyLimit]
      ).map {
        Visit(
          id: $0[0], address: $0[1], title: $0[2], wheel: $0[3],
          seenAt: Date(timeIntervalSince1970: $0[4]))
      }
    } ?? []
  }

  /// Deletes the history. The links of wheels stay seen.
  /// - Returns: the number of deleted cards.
  @discardableResult
  public func clearHistory() async throws(StoreError) -> Int {
    try await file.change { journal in
      try journal.db.execute(sql: "DELETE FROM visit")
      let count = journal.db.changesCount
      if count > 0 { journal.outgoing?.note(.historyStart) }
      return count
    }
  }
}

extension WheelStore {
  /// Lists the links and hosts that never come up again, latest first.
  public func neverAgain() async throws(StoreError) -> [NeverAgain] {
    try await read(.kept) { db in
      try Row.fetchAll(
        db, sql: "SELECT kind, value, title, addedAt FROM neverAgain ORDER BY addedAt DESC, value"
      ).map { row in
        let value: String = row[1]
        return NeverAgain(
          row[0] == "host" ? .host(value) : .link(value), title: row[2],
          addedAt: Date(timeIntervalSince1970: row[3]))
      }
    } ?? []
  }

  /// Takes a link, or all links of a host, out of all wheels, including wheels that are added or
  /// updated later.
  /// - Returns: whether the entry is new.
  @discardableResult
  public func never(_ entry: NeverAgain) async throws(StoreError) -> Bool {
    let change =
      self.entry ?? JournalEntry(.never(entry.name), from: .program, at: entry.addedAt)
    let isNew = try await file.change(change) { try Self.list(entry, in: $0) }
    if hasSession { try await write(.session) { try Self.hide(entry, in: $0) } }
    return isNew
  }

  /// Lets a link, or the links of a host, come up again. They stay seen or unseen.
  /// - Returns: the removed entry, or nil if there was none.
  @discardableResult
  public func allow(
    _ subject: NeverAgain.Subject, at date: Date
  ) async throws(StoreError) -> NeverAgain? {
    let entry = NeverAgain(subject, addedAt: Date(timeIntervalSince1970: 0))
    let change = self.entry ?? JournalEntry(.allowed(entry.value), from: .program, at: date)
    let (previous, marks) = try await file.change(change) {
      journal -> (NeverAgain?, WheelMarks) in
      let previous = try Self.entry(of: subject, in: journal.db)
      _ = try Self.allow(subject, in: journal)
      return (previous, try WheelMarks(journal.db))
    }
    if hasSession { try await write(.session) { try Self.unhide(entry, marks: marks, in: $0) } }
    return previous
  }

  /// Updates the wheels in memory after an undo or a redo, which changes only the user's file.
  package func updateSession(after change: ReplayedChange) async throws(StoreError) {
    guard hasSession, !change.listed.isEmpty || !change.allowed.isEmpty else { return }
    let marks = try await read(.kept) { try WheelMarks($0) } ?? WheelMarks()
    try await write(.session) { db in
      for entry in change.listed { try Self.hide(entry, in: db) }
      for subject in change.allowed {
        try Self.unhide(
          NeverAgain(subject, addedAt: Date(timeIntervalSince1970: 0)), marks: marks, in: db)
      }
    }
  }

  private static func entry(
    of subject: NeverAgain.Subject, in db: Database
  ) throws -> NeverAgain? {
    let key = NeverAgain(subject, addedAt: Date(timeIntervalSince1970: 0))
    return try Row.fetchOne(
      db, sql: "SELECT title, addedAt FROM neverAgain WHERE kind = ? AND value = ?",
      arguments: [key.kind, key.value]
    ).map { row in
      NeverAgain(subject, title: row[0], addedAt: Date(timeIntervalSince1970: row[1]))
    }
  }

  /// - Returns: whether the entry is new.
  static func list(_ entry: NeverAgain, in journal: Journal) throws -> Bool {
    let isNew = try self.entry(of: entry.subject, in: journal.db) == nil
    try never(entry, in: journal)
    return isNew
  }

  static func never(_ entry: NeverAgain, in journal: Journal) throws {
    let known = try self.entry(of: entry.subject, in: journal.db)
    try journal.db.execute(
      sql: "INSERT OR REPLACE INTO neverAgain (kind, value, title, addedAt) VALUES (?, ?, ?, ?)",
      arguments: [entry.kind, entry.value, entry.title, entry.addedAt.timeIntervalSince1970])
    // Another title or date isn't undone.
    if known == nil { try note(nil, entry, in: journal) }
    journal.outgoing?.note(entry.fact)
    try hide(entry, in: journal.db)
  }

  static func allow(_ subject: NeverAgain.Subject, in journal: Journal) throws -> Bool {
    let entry = NeverAgain(subject, addedAt: Date(timeIntervalSince1970: 0))
    let known = try self.entry(of: subject, in: journal.db)
    try journal.db.execute(
      sql: "DELETE FROM neverAgain WHERE kind = ? AND value = ?",
      arguments: [entry.kind, entry.value])
    if let known { try note(known, nil, in: journal) }
    journal.outgoing?.note(entry.fact)
    try unhide(entry, marks: try WheelMarks(journal.db), in: journal.db)
    return known != nil
  }

  /// Notes that there's another entry, or none.
  private static func note(
    _ before: NeverAgain?, _ after: NeverAgain?, in journal: Journal
  ) throws {
    guard let entry = before ?? after else { return }
    let values: [(column: String, value: (NeverAgain) -> DatabaseValue)] = [
      ("title", { $0.title.databaseValue }),
      ("addedAt", { $0.addedAt.timeIntervalSince1970.databaseValue }),
    ]
    for (column, value) in values {
      let (old, new) = (before.map(value) ?? .null, after.map(value) ?? .null)
      guard !old.isSame(as: new) else { continue }
      try journal.note(
        .neverAgain, "\(entry.kind) \(entry.value)", column, before: old, after: new)
    }
  }

  private static func rows(of entry: NeverAgain, in db: Database) throws -> [Row] {
    let condition =
      switch entry.subject {
      case .link: "url = ?"
      case .host: "wheelID IN (SELECT id FROM wheel) AND host = ?"
      }
    return try Row.fetchAll(
      db, sql: "SELECT * FROM wheelLink WHERE \(condition)", arguments: [entry.value])
  }

  private static func hide(_ entry: NeverAgain, in db: Database) throws {
    try move(to: .never, from: [.unseen, .seen], in: db, rows: rows(of: entry, in: db))
  }

  private static func unhide(_ entry: NeverAgain, marks: WheelMarks, in db: Database) throws {
    // A link may also be excluded through its host, and a host's link through its own entry.
    for row in try rows(of: entry, in: db) {
      let region = marks.region(of: Wheel.Link(row))
      if region != .never { try move(to: region, from: [.never], in: db, rows: [row]) }
    }
  }
}

extension NeverAgain {
  fileprivate var fact: SyncFact.Subject {
    switch subject {
    case .link(let address): .neverLink(address)
    case .host(let host): .neverHost(host)
    }
  }

  fileprivate var kind: String {
    switch subject {
    case .link: "link"
    case .host: "host"
    }
  }
}
