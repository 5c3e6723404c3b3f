import Foundation
import Links

extension LinkCondition {
  /// The condition in SQL, if it's about the state of a link.
  var stateSQL: String? {
    let sql: String
    switch requirement {
    case .state(let state): sql = state.sql
    case .has(let part): sql = part.sql
    case .before, .after: return nil
    }
    return isExcluded ? "NOT (\(sql))" : "(\(sql))"
  }

  /// The condition in SQL, if it's about the date of a link. Negates by comparison instead of NOT,
  /// because SQLite uses its index only for comparisons.
  func dateSQL(now: Date) -> (sql: String, date: Date)? {
    switch requirement {
    case .state, .has: nil
    case .before(let point): (isExcluded ? Self.atOrAfter : Self.before, point.date(now: now))
    case .after(let point): (isExcluded ? Self.before : Self.atOrAfter, point.date(now: now))
    }
  }

  /// Compares the date of a link with an argument.
  static let before = "savedAt < ?"
  static let atOrAfter = "savedAt >= ?"
}

extension LinkCondition.State {
  /// An expression that's never NULL, so that it can be negated.
  fileprivate var sql: String {
    switch self {
    case .checked(.gone): "\(Self.outcome(.gone)) OR \(Self.outcome(.probablyGone))"
    case .checked(let state): Self.outcome(state)
    case .untagged: "tags = ''"
    case .noted: "note <> ''"
    case .unopened: "openedAt IS NULL"
    case .unfetched: "metadata IS NULL"
    case .unread: "NOT \(Self.isMarked("readAt IS NOT NULL OR progress > 0"))"
    case .reading: Self.isMarked("readAt IS NULL AND progress > 0")
    case .read: Self.isMarked("readAt IS NOT NULL")
    }
  }

  /// Tests the reading state of a page.
  private static func isMarked(_ condition: String) -> String {
    "link.key IN (SELECT key FROM reading WHERE \(condition))"
  }

  /// Tests the outcome of the last check, which is stored as ``LinkCheck`` in JSON. Damaged JSON
  /// counts as no outcome.
  private static func outcome(_ state: LinkCheck.State) -> String {
    let json = "CAST(checked AS TEXT)"
    let test = #"json_type(\#(json), '$.outcome."\#(state.rawValue)"') IS NOT NULL"#
    return "CASE WHEN json_valid(\(json)) THEN \(test) ELSE 0 END"
  }
}

extension LinkCondition.Part {
  /// An expression that's never NULL, so that it can be negated.
  fileprivate var sql: String {
    switch self {
    case .text: "id IN (SELECT linkID FROM article)"
    case .note: "note <> ''"
    case .tags: "tags <> ''"
    }
  }
}
