import Foundation
import GRDB
import LinkSync
import Links
import Markup

/// Takes what can be read of a damaged file over to a new one.
///
/// Links come from the logs of all devices, because a damaged value looks like any other. Only what
/// no log has yet is taken from the file. The log of changes isn't taken over, because an undo could
/// bring back damaged values.
struct StoreSalvage {
  private let source: Database
  private let target: Database
  private let tables: Set<String>

  init(from source: Database, to target: Database) {
    self.source = source
    self.target = target
    tables = DamagedFile.tables(in: source)
  }

  /// Copies everything but the links. Browsers are no longer followed, because a removed link whose row
  /// is lost would come back.
  func copyBesideLinks() throws {
    try copyTexts()
    try copyWheels()
    for (table, key) in [("seenLink", ["url"]), ("neverAgain", ["kind", "value"])] {
      try copy(table, key: key)
    }
    for table in ["reading", "startDay"] { try copy(table) }
    try copy("visit") { (1...Self.idLimit).contains(Int64.fromDatabaseValue($0["id"]) ?? 0) }
    for table in ["sharedSetting", "ownSetting"] { try copy(table, key: ["key"]) }
    try copyExchange()
    try continueIDs()
  }

  // MARK: - Rows

  /// Calls a body for the rows of a table that can be read, and whose values have the types of
  /// their columns.
  private func rows(
    of table: String, key: [String] = [], _ body: (Row) throws -> Void
  ) throws {
    guard tables.contains(table) else { return }
    let columns = try columns(of: table, in: target)
    let present = try presentColumns(of: table)
    let rows = DamagedRows(
      of: table, columns: columns.map(\.name), present: present, key: key, in: source)
    try rows.forEach { row in
      guard columns.allSatisfy({ $0.allows(row[$0.name]) }) else { return }
      try body(row)
    }
  }

  /// The columns that the damaged file has, too. A file of an earlier version has fewer, and names
  /// may be damaged.
  private func presentColumns(of table: String) throws -> Set<String> {
    Set(((try? columns(of: table, in: source)) ?? []).map(\.name))
  }

  /// Copies those of these rows that fulfil a condition.
  private func copy(
    _ table: String, key: [String] = [], where isSound: (Row) throws -> Bool = { _ in true }
  ) throws {
    let present = try presentColumns(of: table)
    let names = try columns(of: table, in: target).map(\.name).filter { present.contains($0) }
    guard !names.isEmpty else { return }
    let marks = names.map { _ in "?" }.joined(separator: ", ")
    let statement = try target.makeStatement(
      sql: """
        INSERT OR IGNORE INTO \(table) (\(names.joined(separator: ", "))) VALUES (\(marks))
        """)
    try rows(of: table, key: key) { row in
      guard try isSound(row) else { return }
      do {
        try statement.execute(
          arguments: StatementArguments(names.map { row[$0] as DatabaseValue }))
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
        // A required value is missing.
      }
    }
  }

  private struct Column {
    let name: String
    let type: String

    /// Whether a column of this type can have a value. A damaged row has values of any type, which
    /// can't be read as those of the column.
    func allows(_ value: DatabaseValue) -> Bool {
      switch value.storage {
      case .null: true
      case .int64: type != "TEXT" && type != "BLOB"
      case .double(let number): type == "REAL" && number.isFinite
      case .string: type == "TEXT"
      case .blob: type == "BLOB"
      }
    }
  }

  private func columns(of table: String, in db: Database) throws -> [Column] {
    try Row.fetchAll(db, sql: "SELECT name, type FROM pragma_table_info(?)", arguments: [table])
      .compactMap { row in
        guard let name = String.fromDatabaseValue(row["name"]),
          let type = String.fromDatabaseValue(row["type"])
        else { return nil }
        return Column(name: name, type: type)
      }
  }

  private func exists(_ sql: String, _ value: DatabaseValue) throws -> Bool {
    try Bool.fetchOne(target.cachedStatement(sql: "SELECT EXISTS (\(sql))"), arguments: [value])
      == true
  }

  // MARK: - Texts

  private func copyTexts() throws {
    try copy("article")
    try copy("articleBody") { row in
      guard let blocks = Data.fromDatabaseValue(row["blocks"]),
        let text = Data.fromDatabaseValue(row["text"])
      else { return false }
      return ArticleCopy.article(blocks) != nil && ArticleCopy.text(text) != nil
    }
    try target.execute(
      sql: """
        DELETE FROM article WHERE linkID NOT IN (SELECT linkID FROM articleBody);
        DELETE FROM articleBody WHERE linkID NOT IN (SELECT linkID FROM article);
        """)
    try copy("keptPicture") { row in
      try exists("SELECT 1 FROM article WHERE linkID = ?", row["linkID"])
    }
  }

  /// Gives texts to the links of their pages, which have new ids if their rows were lost, and
  /// indexes all texts.
  static func giveTextsBack(in db: Database) throws {
    let rows = try Row.fetchAll(
      db, sql: "SELECT linkID, address FROM article WHERE linkID NOT IN (SELECT id FROM link)")
    for row in rows {
      let id: Int64 = row["linkID"]
      let key = WebAddress(row["address"] as String).map { LinkKey.key(of: $0) }
      let link = try Int64.fetchOne(
        db,
        sql: """
          SELECT id FROM link WHERE key = ? AND id NOT IN (SELECT linkID FROM article)
          """, arguments: [key])
      for table in ["articleBody", "keptPicture", "article"] {
        if let link {
          try db.execute(
            sql: "UPDATE \(table) SET linkID = ? WHERE linkID = ?", arguments: [link, id])
        } else {
          try db.execute(sql: "DELETE FROM \(table) WHERE linkID = ?", arguments: [id])
        }
      }
    }
    try ArticleIndex.rebuild(in: db)
  }

  // MARK: - Wheels

  private func copyWheels() throws {
    try copy("wheel")
    for wheel in try Row.fetchAll(
      target, sql: "SELECT id, sources FROM wheel WHERE sources IS NOT NULL")
    {
      guard let stored = Data.fromDatabaseValue(wheel["sources"]),
        [WheelOrigin].isDamaged(stored)
      else { continue }
      try target.execute(
        sql: "UPDATE wheel SET sources = ? WHERE id = ?",
        arguments: [
          try StoredJSON.data(of: [WheelOrigin](stored: stored)), wheel["id"] as DatabaseValue,
        ])
    }
    try copy("wheelLink") { row in
      guard let url = String.fromDatabaseValue(row["url"]), WebAddress(url) != nil else {
        return false
      }
      return try exists("SELECT 1 FROM wheel WHERE id = ?", row["wheelID"])
    }
    for wheel in try Row.fetchAll(target, sql: "SELECT id, unseen, spinnable, total FROM wheel") {
      try complete(wheel["id"], unseen: wheel["unseen"], spinnable: wheel["spinnable"])
    }
    let rows = try Row.fetchCursor(target, sql: "SELECT id, wheelID, topics FROM wheelLink")
    while let row = try rows.next() {
      for topic in (row["topics"] as String).split(separator: "\n") {
        try Wheel.Link.insert(String(topic), of: row["id"], in: row["wheelID"], target)
      }
    }
  }

  /// Numbers the links of a wheel anew if some are missing, and lets its next update, which is due
  /// at once, bring those back.
  private func complete(_ wheel: Int64, unseen: Int, spinnable: Int) throws {
    if try !WheelRows.isWhole(wheel, in: target) {
      try target.execute(
        sql: """
          UPDATE wheel SET updatedAt = 0, builtIn = iif(builtIn IS NULL, NULL, ''),
            unseen = (SELECT count(*) FROM wheelLink WHERE wheelID = ?1 AND slot < ?2),
            spinnable = (SELECT count(*) FROM wheelLink WHERE wheelID = ?1 AND slot < max(?2, ?3)),
            total = (SELECT count(*) FROM wheelLink WHERE wheelID = ?1)
            WHERE id = ?1
          """, arguments: [wheel, unseen, spinnable])
      try target.execute(
        sql: """
          UPDATE wheelLink SET slot = numbered.slot FROM (
            SELECT id, row_number() OVER (ORDER BY slot, id) - 1 AS slot FROM wheelLink
            WHERE wheelID = ?) AS numbered WHERE wheelLink.id = numbered.id
          """, arguments: [wheel])
    }
    try WheelRows.setRange(of: wheel, in: target)
  }

  // MARK: - Links

  private func copyExchange() throws {
    try copy("syncState") { row in
      String.fromDatabaseValue(row["device"]).map(DeviceName.isValid) == true
        && String.fromDatabaseValue(row["place"]) != nil
        && (Int64.fromDatabaseValue(row["milliseconds"]) ?? -1) <= Date.now.syncMilliseconds * 2
        && (0..<Int64(SyncTime.countLimit)).contains(Int64.fromDatabaseValue(row["count"]) ?? -1)
    }
    // All facts count as new, so that none is missed. The logs may have later ones.
    let kinds = SyncFact.Kind.allCases.map { "\($0.column) = 0" }
    try target.execute(
      sql: "UPDATE syncState SET keptSize = 0, \(kinds.joined(separator: ", "))")
    guard let clock = try SyncClock.fetch(in: target) else { return }
    // Everything of the other devices is read again.
    try copy("syncFile", key: ["device", "name"]) {
      String.fromDatabaseValue($0["device"]) == clock.device
        && (Int64.fromDatabaseValue($0["length"]) ?? -1) >= 0
    }
    try target.execute(sql: "UPDATE syncFile SET skipped = 0, waiting = 0, waitsUntil = NULL")
  }

  /// Lets the ids of new links and changes come after all that were used, because an open program may
  /// still refer to those.
  private func continueIDs() throws {
    let used = try Int64.fetchOne(target, sql: "SELECT max(linkID) FROM article") ?? 0
    for (table, used) in [("link", used), ("change", 0)] {
      let known = try? Int64.fetchOne(
        source, sql: "SELECT seq FROM sqlite_sequence WHERE name = ?", arguments: [table])
      let last = min(max(used, known ?? 0), Self.idLimit)
      guard last > 0 else { continue }
      try target.execute(
        sql: "INSERT INTO sqlite_sequence (name, seq) VALUES (?, ?)", arguments: [table, last])
    }
  }

  /// The largest id that links and other rows may have. Nobody has that many, so a larger one is
  /// damaged.
  static let idLimit: Int64 = 100_000_000

  /// Adds what no log has yet: changes that weren't sent, and links that aren't known there. Call it
  /// after all logs have been read.
  /// - Returns: the number of changes that are queued.
  func addUnsent(at date: Date) throws -> Int {
    guard let clock = try SyncClock.fetch(in: target) else { return 0 }
    let before = try SyncOutbox.count(in: target)
    let unsent = try unsentTimes(before: clock.limit(at: date))
    var records: [String: LinkRecord] = [:]
    try links { if unsent[$0.key] != nil { records[$0.key] = $0 } }
    try rows(of: "syncLink", key: ["key"]) { row in
      guard let key = String.fromDatabaseValue(row["key"]), let times = unsent[key],
        let text = String.fromDatabaseValue(row["times"])
      else { return }
      let entity = SyncEntity(
        key: key, times: text, hidden: String.fromDatabaseValue(row["hidden"]),
        record: records[key])
      let operations = times.compactMap { entity.registers.operation(on: entity.address, at: $0) }
      _ = try SyncMerge.apply(operations, from: clock.device, at: date, in: target)
      for operation in operations { try SyncOutbox.add(operation.time, of: key, in: target) }
    }
    try links { record in
      guard try SyncEntity.fetch(record.key, in: target) == nil,
        try !exists("SELECT 1 FROM link WHERE key = ?", record.key.databaseValue)
      else { return }
      var new = record
      new.id = nil
      try new.insert(in: target)
    }
    try SyncStore.adoptLinks(on: clock.device, before: date.syncMilliseconds, in: target) {
      for time in Set($0.registers.fields.values.map(\.time)) {
        try SyncOutbox.add(time, of: $0.key, in: target)
      }
    }
    try SyncRecorder.forget(in: target)
    return try SyncOutbox.count(in: target) - before
  }

  /// Calls a body for the links that can be read. Of several links of one page, devices exchange only
  /// the one whose key is the page's; the keys of the others have a number after a space.
  private func links(_ body: (LinkRecord) throws -> Void) throws {
    try rows(of: "link") { row in
      guard let record = try? LinkRecord(row: row), let address = WebAddress(record.url),
        record.key.prefix(while: { $0 != " " }) == LinkKey.key(of: address)
      else { return }
      try body(record)
    }
  }

  /// The times of changes that no log has, by the key of their link: those that were queued, and those
  /// whose log is lost. A deletion has the time of an edit, which may have been sent before.
  private func unsentTimes(before limit: Int64) throws -> [String: Set<SyncTime>] {
    var unsent: [String: Set<SyncTime>] = [:]
    try rows(of: "syncOutbox") { row in
      guard let key = String.fromDatabaseValue(row["key"]),
        let milliseconds = Int64.fromDatabaseValue(row["milliseconds"]),
        let count = Int.fromDatabaseValue(row["count"]),
        let device = String.fromDatabaseValue(row["device"]), DeviceName.isValid(device)
      else { return }
      let time = SyncTime(milliseconds: milliseconds, count: count, device: device)
      if time.isPlausible(by: limit) { unsent[key, default: []].insert(time) }
    }
    try rows(of: "syncLink", key: ["key"]) { row in
      guard let key = String.fromDatabaseValue(row["key"]),
        let times = String.fromDatabaseValue(row["times"])
      else { return }
      let missing = try SyncComparison.missing(
        SyncTimes.times(times), of: key, limit: limit, in: target)
      if !missing.isEmpty { unsent[key, default: []].formUnion(missing) }
    }
    return unsent
  }
}
