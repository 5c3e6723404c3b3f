package import Foundation
import GRDB
package import Links

/// What devices share of their settings: the saved searches, and what's kept of pages.
package struct SharedSettings: Hashable, Sendable {
  /// The filters by the searches' names.
  package var searches: [String: String]
  /// The values by their keys in the config file.
  package var values: [String: String]

  package init(searches: [String: String] = [:], values: [String: String] = [:]) {
    self.searches = searches
    self.values = values
  }

  fileprivate var facts: [SyncFact.Subject: String] {
    let pairs =
      searches.map { (SyncFact.Subject.search($0), $1) } + values.map { (.setting($0), $1) }
    return Dictionary(pairs) { first, _ in first }
  }
}

/// The tables of what devices share of their settings.
enum SettingTables {
  static let schema = """
    ALTER TABLE syncState ADD COLUMN hasSettings INTEGER NOT NULL DEFAULT 0;
    -- See SyncStore.keptSize().
    ALTER TABLE syncState ADD COLUMN keptSize INTEGER NOT NULL DEFAULT 0;
    -- What was set last, on any device.
    CREATE TABLE sharedSetting (
      -- See SyncFact.Subject.key.
      key TEXT PRIMARY KEY NOT NULL,
      value TEXT NOT NULL,
      -- Seconds since 1970.
      changedAt REAL NOT NULL
    ) WITHOUT ROWID;
    -- What this device's config file said last.
    CREATE TABLE ownSetting (key TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;
    """
}

extension SyncStore {
  /// Records what has changed in this device's config file, so that other devices get it.
  ///
  /// An entry that's removed there is removed for all devices. Those that have it in their own files
  /// keep it.
  package func share(_ own: SharedSettings, at date: Date) async throws(StoreError) {
    let own = Dictionary(own.facts.map { ($0.key.key, $0.value) }) { first, _ in first }
    let known = try await file.readFromWriter { try Self.ownSettings(in: $0) }
    if known == own { return }
    try await file.change { journal in
      let db = journal.db
      let known = try Self.ownSettings(in: db)
      for key in known.keys where own[key] == nil {
        for table in ["ownSetting", "sharedSetting"] {
          try db.execute(sql: "DELETE FROM \(table) WHERE key = ?", arguments: [key])
        }
        journal.note(fact: key)
      }
      for (key, value) in own where known[key] != value {
        try db.execute(
          sql: "INSERT OR REPLACE INTO ownSetting VALUES (?, ?)", arguments: [key, value])
        try SyncFact.setShared(value, of: key, at: date, in: db)
        journal.note(fact: key)
      }
    }
  }

  private static func ownSettings(in db: Database) throws -> [String: String] {
    let rows = try Row.fetchAll(db.cachedStatement(sql: "SELECT key, value FROM ownSetting"))
    return Dictionary(rows.map { ($0["key"] as String, $0["value"] as String) }) { $1 }
  }

  /// Returns what was set last on any device.
  package func sharedSettings() async throws(StoreError) -> SharedSettings {
    try await file.read { db in
      var settings = SharedSettings()
      for row in try Row.fetchAll(db, sql: "SELECT key, value FROM sharedSetting") {
        switch SyncFact.Subject(key: row["key"]) {
        case .search(let name): settings.searches[name] = row["value"]
        case .setting(let key): settings.values[key] = row["value"]
        default: break
        }
      }
      return settings
    } ?? SharedSettings()
  }

  /// Returns the value of a setting that was set last on any device. Synchronous, for use at startup
  /// before there's anything to block.
  package func sharedValue(of key: String) -> String? {
    let value = try? file.readSynchronously { db in
      try String.fetchOne(
        db, sql: "SELECT value FROM sharedSetting WHERE key = ?",
        arguments: [SyncFact.Subject.setting(key).key])
    }
    return value.flatMap(\.self)
  }
}

extension Journal {
  fileprivate func note(fact key: String) {
    if let subject = SyncFact.Subject(key: key) { outgoing?.note(subject) }
  }
}

extension SyncFact {
  /// The table's part of a fact of settings.
  mutating func setValue(in db: Database) throws {
    value = try String.fetchOne(
      db.cachedStatement(sql: "SELECT value FROM sharedSetting WHERE key = ?"),
      arguments: [subject.key])
    isSet = value != nil
  }

  /// Changes the table to agree with the fact.
  func applyValue(in db: Database) throws {
    if isSet, let value {
      try Self.setShared(
        value, of: subject.key, at: Date(syncMilliseconds: time.milliseconds), in: db)
    } else {
      try db.execute(sql: "DELETE FROM sharedSetting WHERE key = ?", arguments: [subject.key])
    }
  }

  fileprivate static func setShared(
    _ value: String, of key: String, at date: Date, in db: Database
  ) throws {
    try db.execute(
      sql: """
        INSERT INTO sharedSetting VALUES (?1, ?2, ?3)
        ON CONFLICT (key) DO UPDATE SET value = ?2, changedAt = ?3
        """, arguments: [key, value, date.timeIntervalSince1970])
  }
}
