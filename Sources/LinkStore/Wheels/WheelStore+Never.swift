import Foundation
import GRDB
public import Links

extension WheelStore {
  /// Lists what never comes up again, the latest first.
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

  /// Takes a link, or all links of a host, out of all wheels. Wheels that are made or updated later
  /// won't show them either.
  /// - Returns: Whether it wasn't listed before.
  @discardableResult
  public func never(_ entry: NeverAgain) async throws(StoreError) -> Bool {
    let isNew = try await write(.kept) { db in
      let isNew = try Self.entry(of: entry.subject, in: db) == nil
      try Self.never(entry, in: db)
      return isNew
    }
    if hasSession { try await write(.session) { try Self.hide(entry, in: $0) } }
    return isNew
  }

  /// Lets a link, or the links of a host, come up again. They keep whether they were seen.
  /// - Returns: How it was listed, or nil if it wasn't.
  @discardableResult
  public func allow(_ subject: NeverAgain.Subject) async throws(StoreError) -> NeverAgain? {
    let entry = NeverAgain(subject, addedAt: Date(timeIntervalSince1970: 0))
    let (former, marks) = try await write(.kept) { db -> (NeverAgain?, WheelMarks) in
      let former = try Self.entry(of: subject, in: db)
      _ = try Self.allow(subject, in: db)
      return (former, try WheelMarks(db))
    }
    if hasSession { try await write(.session) { try Self.unhide(entry, marks: marks, in: $0) } }
    return former
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
    // A link may be kept away by its host, too, or a host's link by itself.
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
