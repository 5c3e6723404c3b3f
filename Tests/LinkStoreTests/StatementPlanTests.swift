import Foundation
import TestSupport
import Testing

@testable import LinkStore

/// Checks the check of all other tests' statements; see ``StatementPlans``.
struct StatementPlanTests {
  @Test(
    "a scan of a large table is found",
    arguments: [
      // The statement that took 25 seconds for 10,000 links.
      """
      SELECT topic, count(*) FROM wheelTopic JOIN wheelLink ON wheelLink.id = linkID
      WHERE wheelLink.wheelID = ? AND topic IS NOT NULL
        AND slot < (SELECT spinnable FROM wheel WHERE id = ?) GROUP BY 1 ORDER BY 2 DESC, 1
      """,
      "SELECT id FROM link WHERE host = ?", "DELETE FROM wheelLink WHERE slot = ?",
      "UPDATE changeValue SET after = NULL WHERE field = ?",
      "SELECT rowid FROM linkText",
    ])
  func scans(sql: String) async throws {
    #expect(try await scan(of: sql) != nil)
  }

  @Test(
    "a search by an index isn't",
    arguments: [
      "SELECT id FROM link WHERE key = ?", "SELECT rowid FROM linkText WHERE linkText MATCH ?",
      "INSERT INTO startDay VALUES (?)", "SELECT max(id) FROM link",
    ])
  func searches(sql: String) async throws {
    #expect(try await scan(of: sql) == nil)
  }

  private func scan(of sql: String) async throws -> StatementPlans.UnintendedScan? {
    try await withTemporaryHome { home in
      let location = StoreLocation(environment: home.environment, folder: "raylette")
      let store = try SavedLinkStore(location: location)
      return try withExtendedLifetime(store) {
        let plan = try StatementPlans.plans(
          of: [sql], temporaryTables: [], at: location.dataFile.path())[sql]
        return StatementPlans.unintendedScan(of: sql, plan: try #require(plan))
      }
    }
  }
}
