import Foundation
import GRDB
import LinkSync
import Links
import Markup

/// What was set last on any device: a saved search, or what's kept of pages.
struct HomeSetting: EncodedHomeRecord {
  static let kind = HomeKind.setting
  static let tables = ["sharedSetting"]
  static let rows = "SELECT key, value, changedAt FROM sharedSetting ORDER BY key"

  /// `search` or `setting`, a space, and a name.
  let key: String
  let value: String
  let changedAt: StoredTime

  init(_ row: Row) throws {
    key = try row.decode(forColumn: "key")
    value = try row.decode(forColumn: "value")
    changedAt = StoredTime(try row.decode(Double.self, forColumn: "changedAt"))
  }

  func insert(into home: inout RestoredHome, in db: Database) throws {
    let key = try HomeValue.required(key, "key")
    switch SyncFact.Subject(key: key) {
    case .search, .setting: break
    default: throw HomeProblem.wrong("key")
    }
    let value = try HomeValue.line(value, "value", limit: TextLimit.summary) ?? ""
    // The config file may have set another value since.
    try db.cachedStatement(
      sql: """
        INSERT INTO sharedSetting (key, value, changedAt) VALUES (?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value, changedAt = excluded.changedAt
        WHERE excluded.changedAt > sharedSetting.changedAt
        """
    ).execute(arguments: [key, value, changedAt.seconds])
  }
}

/// A day on which the program was started. The trash counts them.
struct HomeStart: EncodedHomeRecord {
  static let kind = HomeKind.start
  static let tables = ["startDay"]
  static let rows = "SELECT day FROM startDay ORDER BY day"

  /// At its beginning, in UTC.
  let day: StoredTime

  init(_ row: Row) throws {
    day = StoredTime(try row.decode(Double.self, forColumn: "day") * 86_400)
  }

  func insert(into home: inout RestoredHome, in db: Database) throws {
    try db.cachedStatement(sql: "INSERT OR IGNORE INTO startDay (day) VALUES (?)")
      .execute(arguments: [Int((day.seconds / 86_400).rounded(.down))])
  }
}
