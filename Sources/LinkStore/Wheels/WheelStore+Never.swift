public import Foundation
import GRDB
public import Links

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
    let recorder =
      recorder ?? ChangeRecorder(.never(entry.name), from: .program, at: entry.addedAt)
    let isNew = try await file.write(recording: recorder) { try Self.list(entry, in: $0) }
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
    let recorder = recorder ?? ChangeRecorder(.allowed(entry.value), from: .program, at: date)
    let (previous, marks) = try await file.write(recording: recorder) {
      db -> (NeverAgain?, WheelMarks) in
      let previous = try Self.entry(of: subject, in: db)
      _ = try Self.allow(subject, in: db)
      return (previous, try WheelMarks(db))
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
  static func list(_ entry: NeverAgain, in db: Database) throws -> Bool {
    if try self.entry(of: entry.subject, in: db) == nil {
      try never(entry, in: db)
      return true
    }
    try ChangeRecorder.withoutRecording(in: db) { try never(entry, in: db) }
    return false
  }

  static func never(_ entry: NeverAgain, in db: Database) throws {
    try db.execute(
      sql: "INSERT OR REPLACE INTO neverAgain (kind, value, title, addedAt) VALUES (?, ?, ?, ?)",
      arguments: [entry.kind, entry.value, entry.title, entry.addedAt.timeIntervalSince1970])
    try hide(entry, in: db)
  }

  static func allow(_ subject: NeverAgain.Subject, in db: Database) throws -> Bool {
    let entry = NeverAgain(subject, addedAt: Date(timeIntervalSince1970: 0))
    try db.execute(
      sql: "DELETE FROM neverAgain WHERE kind = ? AND value = ?",
      arguments: [entry.kind, entry.value])
    let wasListed = db.changesCount > 0
    try unhide(entry, marks: try WheelMarks(db), in: db)
    return wasListed
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
  fileprivate var kind: String {
    switch subject {
    case .link: "link"
    case .host: "host"
    }
  }
}
