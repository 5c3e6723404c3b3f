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
    let result = try await changing { db -> Result<WheelSummary, WheelChangeError> in
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
    let isThere = try await changing { db -> Bool in
      guard let rows = try WheelRows(id.row, in: db) else { return false }
      if let links {
        try rows.replace(
          with: links, keepsMissing: keepsMissing, marks: try WheelMarks(db), in: db)
      }
      try db.execute(
        sql: "UPDATE wheel SET sources = ?, updatedAt = ? WHERE id = ?",
        arguments: [try StoredJSON.data(of: sources), date.timeIntervalSince1970, id.row])
      return true
    }
    if !isThere { throw .notFound("") }
  }

  /// Renames a wheel of the user.
  public func rename(_ id: WheelID, to name: String) async throws(WheelChangeError) {
    let result = try await changing { db -> Result<Void, WheelChangeError> in
      let owner = try Int64.fetchOne(
        db, sql: "SELECT id FROM wheel WHERE name = ?", arguments: [name])
      if let owner, owner != id.row { return .failure(.nameTaken(name)) }
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

  static func remove(_ row: Int64, in db: Database) throws {
    for table in ["wheelLink", "wheelTopic"] {
      try db.execute(sql: "DELETE FROM \(table) WHERE wheelID = ?", arguments: [row])
    }
    try db.execute(sql: "DELETE FROM wheel WHERE id = ?", arguments: [row])
  }

  private func changing<Value: Sendable>(
    _ body: @Sendable @escaping (Database) throws -> Value
  ) async throws(WheelChangeError) -> Value {
    do throws(StoreError) {
      return try await write(.kept, body)
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
