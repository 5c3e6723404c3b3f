import Foundation
import Testing

@testable import RayletteApp

struct DocumentedKeysTests {
  private static let readme = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")

  @Test("the README's table has every command of the key map; UPDATE_FRAMES=1 rewrites it")
  func table() throws {
    let text = try String(contentsOf: Self.readme, encoding: .utf8)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(lines.firstIndex { $0.hasPrefix("| key |") })
    let end = start + lines[start...].prefix { $0.hasPrefix("|") }.count
    if ProcessInfo.processInfo.environment["UPDATE_FRAMES"] == "1" {
      let updated = lines[..<start] + Self.table + lines[end...]
      try Data(updated.joined(separator: "\n").utf8).write(to: Self.readme)
      return
    }
    #expect(Array(lines[start..<end]) == Self.table)
  }

  /// One row a command, in the order of the help.
  private static var table: [String] {
    ["| key | where | what it does | command |", "| --- | --- | --- | --- |"]
      + DocumentedCommand.all.map { command in
        let keys = command.keys.map { "`\($0)`" }.joined(separator: " ")
        return "| \(keys) | \(command.places.joined(separator: ", ")) "
          + "| \(command.help) | `\(command.name)` |"
      }
  }
}
