import CSQLite
import Foundation
import GRDB

/// Opens a copy of a damaged file so that as much as possible of it can be read.
enum DamagedFile {
  /// The parts of the header that are the same in all files of the store
  /// (https://www.sqlite.org/fileformat2.html#the_database_header).
  private static let header: [(offset: UInt64, bytes: [UInt8])] = [
    (0, Array("SQLite format 3\0".utf8)),
    // A page has 4096 bytes. The versions mean a write-ahead log. No bytes are reserved. The rest
    // are constants.
    (16, [0x10, 0x00, 2, 2, 0, 64, 32, 32]),
    // No free pages, which matter only for writing.
    (32, [0, 0, 0, 0, 0, 0, 0, 0]),
    // The fourth version of the schema's format, and UTF-8.
    (44, [0, 0, 0, 4]), (56, [0, 0, 0, 1]),
    // No automatic vacuum.
    (52, [0, 0, 0, 0]), (64, [0, 0, 0, 0]),
    // What's reserved.
    (72, Array(repeating: 0, count: 20)),
  ]

  /// Writes the parts of the header that are known.
  static func mendHeader(_ path: String) throws {
    let file = try FileHandle(forUpdating: URL(filePath: path))
    defer { try? file.close() }
    // Without a whole page, nothing could be read anyway.
    let size = try file.seekToEnd()
    guard size >= 4096 else { return }
    // The number of pages counts only if the same change has written it and the header.
    let pages = UInt32(truncatingIfNeeded: size / 4096).bigEndian
    let count = (offset: UInt64(28), bytes: withUnsafeBytes(of: pages) { Array($0) })
    for (offset, bytes) in header + [count, (24, [0, 0, 0, 1]), (92, [0, 0, 0, 1])] {
      try file.seek(toOffset: offset)
      try file.write(contentsOf: Data(bytes))
    }
  }

  /// Returns nil if nothing can be read.
  static func open(_ path: String) -> DatabaseQueue? {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      try db.tolerateDamagedSchema()
      // Checks pages more closely.
      try db.execute(sql: "PRAGMA cell_size_check = ON")
    }
    return try? DatabaseQueue(path: path, configuration: configuration)
  }

  static func tables(in db: Database) -> Set<String> {
    var tables: Set<String> = []
    let columns = ["type", "name"]
    let rows = DamagedRows(of: "sqlite_schema", columns: columns, present: Set(columns), in: db)
    try? rows.forEach { row in
      if String.fromDatabaseValue(row["type"]) == "table",
        let name = String.fromDatabaseValue(row["name"])
      {
        tables.insert(name)
      }
    }
    return tables
  }
}

extension Database {
  /// Reads the tables whose definitions are sound, even if others aren't, on this connection.
  func tolerateDamagedSchema() throws {
    // On macOS, the pragma would do nothing.
    sqlite_set_defensive(sqliteConnection, false)
    try execute(sql: "PRAGMA writable_schema = ON")
  }
}

/// Reads those rows of a damaged table that can be read: from both ends, and between damaged pages.
struct DamagedRows {
  private let db: Database
  private let table: String
  private let columns: String
  /// The columns of the primary key of a table without row ids; empty for other tables.
  private let key: [String]
  /// The most ranges without a row that are tried in turn before the rest of a table is given up.
  private static let missLimit = 20_000

  /// - Parameters:
  ///   - columns: the columns that each row gets.
  ///   - present: those of them that the table has. The others are null.
  ///   - key: the columns of the primary key, for a table without row ids.
  init(
    of table: String, columns: [String], present: Set<String>, key: [String] = [], in db: Database
  ) {
    self.db = db
    self.table = table
    self.columns = columns.map { name in
      (present.contains(name) ? "" : "NULL AS ") + name.quotedDatabaseIdentifier
    }.joined(separator: ", ")
    self.key = key
  }

  /// Calls a body for each row.
  /// - Throws: only what the body throws.
  func forEach(_ body: (Row) throws -> Void) throws {
    guard key.isEmpty else { return try forEachByKey(body) }
    guard let upward = try? statement("ASC"), let downward = try? statement("DESC") else { return }
    // The ranges that may have more rows, the lowest last.
    var ranges: [ClosedRange<Int64>] = [0...Int64.max - 1]
    var misses = 0
    while let range = ranges.popLast(), misses < Self.missLimit {
      var (first, last) = (range.lowerBound, range.upperBound)
      misses += 1
      let isRead = try read(upward, [first, last]) { row in
        guard let id = Int64.fromDatabaseValue(row["damagedRow"]), id >= first, id <= last else {
          return
        }
        (first, misses) = (id + 1, 0)
        try body(row)
      }
      if isRead || first > last { continue }
      let isEnd = try read(downward, [first, last]) { row in
        guard let id = Int64.fromDatabaseValue(row["damagedRow"]), id >= first, id <= last else {
          return
        }
        (last, misses) = (id - 1, 0)
        try body(row)
      }
      guard !isEnd, first < last else { continue }
      let middle = first + (last - first) / 2
      ranges += [(middle + 1)...last, first...middle]
    }
  }

  private func statement(_ order: String) throws -> Statement {
    try db.makeStatement(
      sql: """
        SELECT \(columns), rowid AS damagedRow FROM \(table.quotedDatabaseIdentifier) NOT INDEXED
        WHERE rowid BETWEEN ? AND ? ORDER BY rowid \(order)
        """)
  }

  private func forEachByKey(_ body: (Row) throws -> Void) throws {
    var known: Set<[DatabaseValue]> = []
    for order in ["ASC", "DESC"] {
      let names = key.map { "\($0) \(order)" }.joined(separator: ", ")
      let statement = try? db.makeStatement(
        sql: "SELECT \(columns) FROM \(table.quotedDatabaseIdentifier) ORDER BY \(names)")
      guard let statement else { return }
      let isEnd = try read(statement, []) { row in
        guard known.insert(key.map { row[$0] }).inserted else { return }
        try body(row)
      }
      if isEnd { return }
    }
  }

  /// Reads the rows of a query until one can't be read.
  /// - Returns: whether all were read.
  private func read(
    _ statement: Statement, _ arguments: StatementArguments, _ body: (Row) throws -> Void
  ) throws -> Bool {
    guard let rows = try? Row.fetchCursor(statement, arguments: arguments) else { return false }
    while true {
      let row: Row?
      do { row = try rows.next() } catch { return false }
      guard let row else { return true }
      try body(row)
    }
  }
}
