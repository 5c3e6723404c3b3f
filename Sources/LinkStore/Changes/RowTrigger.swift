import GRDB

/// A temporary trigger, which only sees changes made through its own connection.
struct RowTrigger: Sendable {
  enum Event: Sendable {
    case insert, delete
    /// An update of any of these columns, or of any column if the list is empty.
    case update(of: [String])
  }

  let event: Event
  let table: String
  /// A condition in SQL on `old` and `new`; nil for all rows.
  var condition: String?
  /// SQL statements without the last semicolon.
  let body: String

  init(_ event: Event, on table: String, when condition: String? = nil, _ body: String) {
    (self.event, self.table, self.condition, self.body) = (event, table, condition, body)
  }

  fileprivate func sql(prefix: String) -> String {
    let (name, clause) =
      switch event {
      case .insert: ("inserted", "INSERT")
      case .delete: ("deleted", "DELETE")
      case .update(of: []): ("updated", "UPDATE")
      case .update(let columns):
        (
          "updated_\(columns.joined(separator: "_"))",
          "UPDATE OF \(columns.joined(separator: ", "))"
        )
      }
    return """
      CREATE TEMP TRIGGER \(prefix)_\(table)_\(name) AFTER \(clause) ON main.\(table)
      \(condition.map { "WHEN \($0)" } ?? "") BEGIN \(body); END;

      """
  }
}

/// A temporary table that triggers write to or read from. Tables and triggers last as long as the
/// connection, because creating them takes as long as a small change. The rows are rolled back with
/// a transaction.
struct TriggerTable: Sendable {
  let name: String

  /// Creates the table and its triggers, unless they exist.
  /// - Parameter definition: the SQL after the table's name.
  func create(
    _ definition: String, _ triggers: @autoclosure () -> [RowTrigger], in db: Database
  ) throws {
    guard try !exists(in: db) else { return }
    try db.execute(
      sql: """
        CREATE TEMP TABLE \(name) \(definition);
        \(triggers().map { $0.sql(prefix: name) }.joined())
        """)
  }

  func exists(in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM sqlite_temp_schema WHERE name = ?"),
      arguments: [name]) == true
  }

  /// Deletes all rows.
  func clear(in db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM temp.\(name)").execute()
  }
}
