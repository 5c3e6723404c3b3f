import Foundation
import Testing

@testable import RayletteApp

struct DocumentedKeysTests {
  @Test("the README's table has every key of the help, and no other")
  func table() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent().appending(path: "README.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let start = try #require(text.firstRange(of: "| key |"))
    let rows = text[start.lowerBound...].split(separator: "\n", omittingEmptySubsequences: false)
      .prefix { $0.hasPrefix("|") }.dropFirst(2)
    let documented = rows.flatMap { row -> [String] in
      let cell = row.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: true)[0]
      return cell.matches(of: /`([^`]+)`/).map { String($0.1) }
    }
    let names = [
      "Ctrl-R": "^R", "Ctrl-D": "^D", "Ctrl-U": "^U", "Space": "space", "Enter": "enter",
      "Esc": "esc", "Tab": "tab", "↓": "j",
      "↑": "k",
    ]
    let keys = Set(documented.map { names[$0] ?? $0 })
    let labels = Set(
      KeyMap.bindings.filter { $0.section != nil && $0.section != .help }.map(\.label))
    #expect(labels.subtracting(keys).isEmpty, "not in the README: \(labels.subtracting(keys))")
    #expect(keys.subtracting(labels).isEmpty, "not in the help: \(keys.subtracting(labels))")
  }
}
