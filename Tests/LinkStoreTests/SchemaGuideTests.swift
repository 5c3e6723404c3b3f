import Foundation
import GRDB
import TestSupport
import Testing

@testable import LinkStore

/// The schema, as the guide describes it.
struct SchemaGuideTests {
  private static let guide = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Resources/guide/files.md")

  private static func names(_ cell: Substring) -> [String] {
    cell.matches(of: /`([^`]+)`/).map { String($0.output.1) }
  }

  @Test("the guide has all columns of the tables that others may rely on, and no other")
  func schema() async throws {
    let lines = try String(contentsOf: Self.guide, encoding: .utf8)
      .split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == "| table | column | meaning |" })
    var described: [String: [String]] = [:]
    var table = ""
    for line in lines[(start + 2)...].prefix(while: { $0.hasPrefix("|") }) {
      let cells = line.split(separator: "|", omittingEmptySubsequences: false)
      table = Self.names(cells[1]).first ?? table
      described[table, default: []] += Self.names(cells[2])
    }
    #expect(described.count > 10)
    try await withTemporaryHome { home in
      let store = try SavedLinkStore(
        location: StoreLocation(environment: home.environment, folder: "raylette"))
      for (table, columns) in described {
        let present = try await store.file.read { try $0.columns(in: table).map(\.name) }
        #expect(present == columns, "\(table)")
      }
    }
  }

  @Test("the guide has the number of the schema")
  func number() throws {
    let guide = try String(contentsOf: Self.guide, encoding: .utf8)
    let number = StoreSchema.savedLinks.version
    #expect(guide.contains("`user_version` is the number of\nthe schema, \(number)."))
  }
}
