import GRDB

/// A table whose changes are logged, and its columns that undo restores.
struct LoggedTable: Sendable {
  let name: String
  let columns: [String]
  /// The key of a row in SQL. The row is `old` or `new`.
  let key: @Sendable (_ row: String) -> String
  /// The rows whose changes are logged, besides updated ones.
  var rows = Rows.updated

  enum Rows {
    /// No other rows.
    case updated
    /// The rows of links. Inserted links are found without a trigger, and deleted links can't be
    /// restored.
    case links
    /// Inserted and deleted rows too. Values are null while there's no row.
    case all
    /// Inserted and deleted rows, but not updated ones.
    case insertedOrDeleted
  }

  static func all(_ columns: [LinkColumn]) -> [LoggedTable] {
    [
      LoggedTable(
        name: "link", columns: columns.filter(\.isUndoable).map(\.name), key: { "\($0).id" },
        rows: .links),
      // A link that moves keeps its text.
      LoggedTable(name: "article", columns: ["address"], key: { "\($0).linkID" }),
      reading, neverAgain,
    ]
  }

  static let reading = LoggedTable(
    name: "reading", columns: ["readAt", "progress", "block", "blockOffset"],
    key: { "\($0).key" }, rows: .all)

  static let neverAgain = LoggedTable(
    name: "neverAgain", columns: ["title", "addedAt"],
    key: { "\($0).kind || ' ' || \($0).value" }, rows: .insertedOrDeleted)

  /// The triggers that log changes while ``ChangeRecorder/table`` has an entry.
  var triggers: [RowTrigger] {
    var triggers: [RowTrigger] = []
    if rows != .insertedOrDeleted {
      // A link that was added by the same transaction is only logged as added.
      let isLogged = rows == .links ? "new.id <= lastLink" : "1"
      triggers += columns.map { column in
        RowTrigger(
          .update(of: [column]), on: name, when: "old.\(column) IS NOT new.\(column)",
          insertion(of: column, key("new"), "old.\(column)", "new.\(column)", where: isLogged))
      }
    }
    if rows == .all || rows == .insertedOrDeleted {
      let inserted = columns.map {
        insertion(of: $0, key("new"), "NULL", "new.\($0)", where: "new.\($0) IS NOT NULL")
      }
      let deleted = columns.map {
        insertion(of: $0, key("old"), "old.\($0)", "NULL", where: "old.\($0) IS NOT NULL")
      }
      triggers += [
        RowTrigger(.insert, on: name, inserted.joined(separator: "; ")),
        RowTrigger(.delete, on: name, deleted.joined(separator: "; ")),
      ]
    }
    return triggers
  }

  private func insertion(
    of column: String, _ key: String, _ before: String, _ after: String, where condition: String
  ) -> String {
    """
    INSERT INTO changeValue (changeID, subject, key, field, before, after)
      SELECT changeID, '\(name)', \(key), '\(column)', \(before), \(after) FROM temp.recording
      WHERE \(condition)
    """
  }
}
