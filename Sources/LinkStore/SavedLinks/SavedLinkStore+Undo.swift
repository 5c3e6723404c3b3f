public import Foundation
import GRDB
public import Links

extension SavedLinkStore {
  /// Undoes the last command that hasn't been undone yet. Moves links that the command added to the
  /// trash.
  /// - Parameters:
  ///   - date: the current time.
  ///   - isDryRun: whether to only report what would happen, without changing anything.
  /// - Returns: what was undone, or nil if there's nothing to undo.
  public func undoShellChange(
    at date: Date, isDryRun: Bool = false
  ) async throws(StoreError) -> ShellChange? {
    try await replay(isDryRun: isDryRun) { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT id, word FROM shellChange WHERE undoneAt IS NULL
            AND EXISTS (SELECT 1 FROM shellChangeValue WHERE changeID = shellChange.id)
          ORDER BY id DESC LIMIT 1
          """)
      guard let row else { return nil }
      let id: Int64 = row["id"]
      // Restores the values in reverse order.
      let change = try Self.set(
        of: id, word: row["word"], order: "DESC", from: "after", to: "before", in: db
      ) { link, digest in
        let sql = """
          UPDATE link SET trashedAt = ? WHERE id = ? AND trashedAt IS NULL
            AND \(Self.shellChangeDigest(of: "")) IS ?
          """
        try db.cachedStatement(sql: sql)
          .execute(arguments: [date.timeIntervalSince1970, link, digest])
      }
      try db.execute(
        sql: "UPDATE shellChange SET undoneAt = ? WHERE id = ?",
        arguments: [date.timeIntervalSince1970, id])
      return change
    }
  }

  /// Redoes the command that was undone last, unless there has been a newer one.
  /// - Returns: what was redone, or nil if there's nothing to redo.
  public func redoShellChange(isDryRun: Bool = false) async throws(StoreError) -> ShellChange? {
    try await replay(isDryRun: isDryRun) { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT id, word, undoneAt FROM shellChange WHERE undoneAt IS NOT NULL
            AND id > (SELECT coalesce(max(id), 0) FROM shellChange WHERE undoneAt IS NULL)
          ORDER BY id LIMIT 1
          """)
      guard let row else { return nil }
      let id: Int64 = row["id"]
      let undoneAt: Double = row["undoneAt"]
      let change = try Self.set(
        of: id, word: row["word"], order: "ASC", from: "before", to: "after", in: db
      ) { link, _ in
        let sql = "UPDATE link SET trashedAt = NULL WHERE id = ? AND trashedAt IS ?"
        try db.cachedStatement(sql: sql).execute(arguments: [link, undoneAt])
      }
      try db.execute(sql: "UPDATE shellChange SET undoneAt = NULL WHERE id = ?", arguments: [id])
      return change
    }
  }

  private func replay(
    isDryRun: Bool, _ body: @Sendable @escaping (Database) throws -> ShellChange?
  ) async throws(StoreError) -> ShellChange? {
    try await file.write { db in
      var change: ShellChange?
      try db.inSavepoint {
        change = try body(db)
        return isDryRun ? .rollback : .commit
      }
      return change
    }
  }

  /// Sets the values of a change, except those that have changed since.
  /// - Parameter setAdded: moves an added link into the trash or out of it.
  private static func set(
    of id: Int64, word: String, order: String, from: String, to: String, in db: Database,
    setAdded: (_ link: SavedLink.ID, _ digest: DatabaseValue) throws -> Void
  ) throws -> ShellChange {
    let values = try Row.fetchAll(
      db,
      sql: """
        SELECT linkID, field, \(from) AS present, \(to) AS other, after FROM shellChangeValue
        WHERE changeID = ? ORDER BY id \(order)
        """, arguments: [id])
    let links = Set(values.map { $0["linkID"] as Int64 })
    let indexed = Set(LinkColumn.all.filter(\.isIndexed).map(\.name))
    let changesText = values.contains { indexed.contains($0["field"]) }
    // Restores an address only as a whole: if it's still what the change left, and no other link
    // has the previous one.
    let keepingAddress = Set(
      try Int64.fetchAll(
        db,
        sql: """
          SELECT linkID FROM shellChangeValue JOIN link ON link.id = linkID WHERE changeID = ?
            AND (field = 'url' AND url IS NOT \(from) OR field = 'key'
              AND EXISTS (SELECT 1 FROM link other WHERE other.key = \(to) AND other.id <> linkID))
          """, arguments: [id]))
    var left = keepingAddress
    try withDeferredReindexing(changesText ? Array(links) : [], in: db) {
      for value in values {
        let field: String = value["field"]
        let link: Int64 = value["linkID"]
        if keepingAddress.contains(link) { continue }
        if field == "added" {
          try setAdded(link, value["after"])
        } else {
          try db.cachedStatement(
            sql: "UPDATE link SET \(field) = ? WHERE id = ? AND \(field) IS ?"
          ).execute(
            arguments: [value["other"] as DatabaseValue, link, value["present"] as DatabaseValue])
        }
        if db.changesCount == 0 { left.insert(link) }
      }
    }
    return ShellChange(word: word, linkCount: links.count - left.count, leftCount: left.count)
  }
}
