import CSQLite
import GRDB
import Testing

@testable import LinkStore

struct DamagedSchemaTests {
  @Test("a damaged schema is tolerated where connections begin in defensive mode, too")
  func defensive() throws {
    var configuration = Configuration()
    configuration.prepareDatabase { db in
      sqlite_set_defensive(db.sqliteConnection, true)
      try db.execute(sql: "PRAGMA writable_schema = ON")
    }
    let queue = try DatabaseQueue(configuration: configuration)
    // The pragma returns what was set in some versions of SQLite, even if it has no effect.
    let touch = "UPDATE sqlite_schema SET sql = sql"
    try queue.write { db in
      try db.execute(sql: "CREATE TABLE link (url TEXT)")
      #expect(throws: DatabaseError.self) { try db.execute(sql: touch) }
      try db.tolerateDamagedSchema()
      try db.execute(sql: touch)
    }
  }
}
