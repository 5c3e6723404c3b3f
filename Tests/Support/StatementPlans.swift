import Foundation
import GRDB
import LinkStore
import TaskLimits

/// Finds statements of the stores that read a whole table, in whatever test they occur.
///
/// Each test with a home has the statements that the stores have run explained on its files, with
/// `RAYLETTE_STATEMENT_PLANS=1 swift test`.
public enum StatementPlans {
  /// A statement that reads a whole table, and isn't among ``IntendedScan/all``.
  public struct UnintendedScan: Error, CustomStringConvertible {
    public let sql: String
    public let plan: [String]

    public var description: String {
      "reads a whole table: \(sql)\n  \(plan.joined(separator: "\n  "))\n"
        + "Give it an index, or add it to IntendedScan with the reason."
    }
  }

  private struct State {
    /// Statements that are to be explained.
    var pending: Set<String> = []
    var explained: Set<String> = []
    /// What creates temporary tables, by their names.
    var temporaryTables: [String: String] = [:]
    /// Files of the stores that are open in some test.
    var paths: Set<String> = []
  }

  private static let state = Locked(State())

  /// Begins to collect statements, once for all tests.
  static let begin: Void = ConnectionObserver.current.withLock {
    // Not in every run, because it costs a little, and tests read whole tables, too.
    guard ProcessInfo.processInfo.environment["RAYLETTE_STATEMENT_PLANS"] == "1" else { return }
    $0 = { db in
      let path = try? String.fetchOne(
        db, sql: "SELECT file FROM pragma_database_list WHERE name = 'main'")
      if let path, !path.isEmpty { state.withLock { _ = $0.paths.insert(path) } }
      db.trace(options: .statement) { event in
        if case .statement(let statement) = event { collect(statement.sql) }
      }
    }
  }

  private static func collect(_ sql: String) {
    let words = sql.split(maxSplits: 4, whereSeparator: \.isWhitespace).prefix(4).map(String.init)
    state.withLock { state in
      if words.count == 4, words.starts(with: ["CREATE", "TEMP", "TABLE"]) {
        state.temporaryTables[words[3]] = sql
      } else if let first = words.first,
        ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains(first),
        !state.explained.contains(sql)
      {
        state.pending.insert(sql)
      }
    }
  }

  /// Explains what was collected on the files in a folder. What other files are needed for has to
  /// wait for another test.
  static func check(in folder: URL) throws {
    let (pending, tables, paths) = state.withLock {
      (
        $0.pending, Array($0.temporaryTables.values),
        $0.paths.filter { $0.hasPrefix(folder.path()) }
      )
    }
    guard !pending.isEmpty else { return }
    for path in paths {
      for (sql, plan) in (try? plans(of: pending, temporaryTables: tables, at: path)) ?? [:] {
        let isNew = state.withLock { state in
          state.pending.remove(sql)
          return state.explained.insert(sql).inserted
        }
        if isNew, let scan = unintendedScan(of: sql, plan: plan) { throw scan }
      }
    }
  }

  /// Returns the plans of those statements that the file has the tables for.
  public static func plans(
    of statements: some Sequence<String>, temporaryTables: [String], at path: String
  ) throws -> [String: [String]] {
    var configuration = Configuration()
    configuration.readonly = true
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    return try queue.read { db in
      for table in temporaryTables { try? db.execute(sql: table) }
      return statements.reduce(into: [:]) { plans, sql in
        plans[sql] = try? plan(of: sql, in: db)
      }
    }
  }

  private static func plan(of sql: String, in db: Database) throws -> [String] {
    let statement = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(sql)")
    statement.setUncheckedArguments([])
    return try Row.fetchAll(statement).map { $0["detail"] }
  }

  /// Returns a statement that reads a whole table without a reason to.
  public static func unintendedScan(of sql: String, plan: [String]) -> UnintendedScan? {
    let scans = plan.compactMap { line -> String? in
      // A full-text index that is asked for something has that behind the colon.
      let isSearch = line.contains(" VIRTUAL TABLE ") && !line.hasSuffix(":")
      guard line.hasPrefix("SCAN "), !isSearch, !line.hasSuffix(" CONSTANT ROW") else { return nil }
      let table = line.split(separator: " ").dropFirst().first.map(String.init)
      // What a subquery of the statement returns.
      return table?.hasPrefix("(") == true ? nil : table
    }
    let text = sql.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let isIntended = scans.allSatisfy { table in
      IntendedScan.all.contains { $0.table == table && ($0.part.isEmpty || text.contains($0.part)) }
    }
    return isIntended ? nil : UnintendedScan(sql: text, plan: plan)
  }
}
