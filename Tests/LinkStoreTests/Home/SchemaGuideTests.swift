import Foundation
import GRDB
import TestSupport
import Testing

@testable import LinkStore

/// The schema and the format of exports, as the guide describes them.
struct SchemaGuideTests {
  private static let guide = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Resources/guide/files.md")

  /// The cells of the guide's tables with a heading, row by row.
  private static func rows(heading: String) throws -> [[String]] {
    let guide = try String(contentsOf: guide, encoding: .utf8)
    let lines = guide.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == heading }, "\(heading)")
    return lines[(start + 2)...].prefix { $0.hasPrefix("|") }.map { line in
      line.dropFirst().dropLast().split(separator: "|", omittingEmptySubsequences: false)
        .map { $0.trimmingCharacters(in: .whitespaces) }
    }
  }

  private static func names(_ cell: String) -> [String] {
    cell.matches(of: /`([^`]+)`/).map { String($0.output.1) }
  }

  @Test("the guide has every table and column that others may rely on, and no other")
  func schema() async throws {
    var described: [String: [String]] = [:]
    var table = ""
    for row in try Self.rows(heading: "| table | column | meaning |") {
      table = Self.names(row[0]).first ?? table
      described[table, default: []] += Self.names(row[1])
    }
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      let tables = HomeKind.allCases.flatMap { $0.record.tables }
      #expect(Set(described.keys) == Set(tables))
      for table in tables {
        let columns = try await sample.store.file.read { db in
          try db.columns(in: table).map(\.name)
        }
        #expect(described[table] == columns, "\(table)")
      }
    }
  }

  @Test("the guide has the number of the schema")
  func number() throws {
    let guide = try String(contentsOf: Self.guide, encoding: .utf8)
    let number = SavedLinkStore.schema.version
    #expect(guide.contains("`user_version` is the number of\nthe schema, \(number)."))
  }

  @Test("the guide has every kind of line with its tables")
  func lines() throws {
    let kinds = try Self.rows(heading: "| kind | tables | keys |")
    #expect(kinds.map { Self.names($0[0]) } == HomeKind.allCases.map { [$0.rawValue] })
    #expect(kinds.map { Self.names($0[1]) } == HomeKind.allCases.map { $0.record.tables })
  }

  @Test("every table is exported, or the guide has a reason why it isn't")
  func tables() async throws {
    let others = try Self.rows(heading: "| table | reason |").flatMap { Self.names($0[0]) }
    let exported = HomeKind.allCases.flatMap { $0.record.tables }
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      let tables = try await sample.database().read { db in
        try String.fetchSet(
          db,
          sql: """
            SELECT name FROM pragma_table_list WHERE schema = 'main' AND type <> 'shadow'
              AND name NOT GLOB 'sqlite_*'
            """)
      }
      #expect(tables == Set(exported + others))
      #expect(exported.count + others.count == tables.count, "none is both")
    }
  }

  @Test("the guide has every key of a line")
  func keys() async throws {
    let described = Dictionary(
      uniqueKeysWithValues: try Self.rows(heading: "| kind | tables | keys |")
        .map { (Self.names($0[0])[0], Set(Self.names($0[2]))) })
    try await withTemporaryHome { home in
      let sample = try HomeSample(home, "a")
      try await sample.fill()
      for line in try await sample.export().split(separator: UInt8(ascii: "\n")) {
        let object = try #require(
          JSONSerialization.jsonObject(with: Data(line)) as? [String: Any])
        let kind = try #require(object["kind"] as? String)
        guard let keys = described[kind] else { continue }
        // Those of saved list --json are told by its own help.
        let others = Set(object.keys).subtracting(kind == "link" ? Self.listed : [])
        #expect(others.subtracting(keys) == ["kind"], "\(kind)")
      }
    }
  }

  private static let listed = Set(
    JSONOutput.samples.first { $0.command == "saved list" }?.keys ?? [])
}
