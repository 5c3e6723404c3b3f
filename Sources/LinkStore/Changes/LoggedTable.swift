import GRDB

/// A table whose changes are logged, and the columns of it that undo restores.
struct LoggedTable: Sendable {
  let name: String
  let columns: [String]
  /// SQL for the key of a row, which is `old` or `new`.
  let key: @Sendable (_ row: String) -> String
  /// Which changes are logged, besides those of columns of rows that stay.
  var rows = Rows.updated

  enum Rows {
    /// No others.
    case updated
    /// Those of links. What's inserted is found without a trigger, and what's deleted can't be undone.
    case links
    /// Rows that are inserted or deleted. Their values are null while there's no row.
    case all
    /// Rows that are inserted or deleted, but not those that change.
    case insertedOrDeleted
  }

  static func all(_ columns: [LinkColumn]) -> [LoggedTable] {
    [
      LoggedTable(
        name: "link", columns: columns.filter(\.isUndoable).map(\.name), key: { "\($0).id" },
        rows: .links),
      // The text of a link that moves stays its text.
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

  /// What logs the changes, while there's an entry in ``ChangeRecorder/table``.
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
