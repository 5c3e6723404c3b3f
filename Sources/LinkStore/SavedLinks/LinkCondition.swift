import Foundation

/// What a filter requires of a link besides its text: `is:dead`, `before:2026` and their kind.
struct LinkCondition: Hashable, Sendable {
  enum Requirement: Hashable, Sendable {
    case state(State)
    /// The link was saved before a point in time.
    case before(PointInTime)
    /// The link was saved at a point in time or later.
    case after(PointInTime)
  }

  enum State: String, Hashable, Sendable, CaseIterable {
    // The results of the last check.
    case dead, moved, unreachable
    case untagged, noted, unopened, unfetched
  }

  var requirement: Requirement
  var isExcluded = false

  /// The beginnings of the words that state a condition.
  static let prefixes = [statePrefix, beforePrefix, afterPrefix]
  static let statePrefix = "is:"
  private static let beforePrefix = "before:"
  private static let afterPrefix = "after:"

  /// Parses a word that begins with one of the ``prefixes``. Returns nil if it's unknown or
  /// incomplete.
  init?(_ word: some StringProtocol, isExcluded: Bool) {
    let word = word.lowercased()
    func value(after prefix: String) -> String? {
      word.hasPrefix(prefix) ? String(word.dropFirst(prefix.count)) : nil
    }
    if let state = value(after: Self.statePrefix).flatMap(State.init) {
      requirement = .state(state)
    } else if let point = value(after: Self.beforePrefix).flatMap(PointInTime.init) {
      requirement = .before(point)
    } else if let point = value(after: Self.afterPrefix).flatMap(PointInTime.init) {
      requirement = .after(point)
    } else {
      return nil
    }
    self.isExcluded = isExcluded
  }

  /// The condition in SQL, if it's one for the state of a link.
  var stateSQL: String? {
    guard case .state(let state) = requirement else { return nil }
    return isExcluded ? "NOT (\(state.sql))" : "(\(state.sql))"
  }

  /// The condition in SQL, if it's one for the date of a link. A comparison in place of NOT, because
  /// SQLite uses its index only for that.
  func dateSQL(now: Date) -> (sql: String, date: Date)? {
    switch requirement {
    case .state: nil
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
    case .dead: Self.outcome("gone")
    case .moved: Self.outcome("moved")
    case .unreachable: Self.outcome("unreachable")
    case .untagged: "tags = ''"
    case .noted: "note <> ''"
    case .unopened: "openedAt IS NULL"
    case .unfetched: "metadata IS NULL"
    }
  }

  /// Tests the outcome of the last check, which is JSON as ``LinkCheck`` encodes it. Damaged JSON
  /// is no outcome.
  private static func outcome(_ name: String) -> String {
    let json = "CAST(checked AS TEXT)"
    let test = "json_type(\(json), '$.outcome.\(name)') IS NOT NULL"
    return "CASE WHEN json_valid(\(json)) THEN \(test) ELSE 0 END"
  }
}
