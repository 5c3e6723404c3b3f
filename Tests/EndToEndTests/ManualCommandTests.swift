import Foundation
import TestSupport
import Testing

/// `raylette man`.
@Suite(.takesTurn)
struct ManualCommandTests {
  @Test("raylette man prints the pages", arguments: [1, 5])
  func command(section: Int) async throws {
    try await withTemporaryHome { home in
      let run = try await CommandRun(["man", "\(section)"], in: home)
      let page = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../../Resources/man/raylette.\(section)")
      #expect(try run.exitCode == 0 && run.output == String(contentsOf: page, encoding: .utf8))
      let wrong = try await CommandRun(["man", "2"], in: home)
      #expect(wrong.exitCode == 2 && wrong.error.contains("1 and 5, not 2"))
    }
  }
}
