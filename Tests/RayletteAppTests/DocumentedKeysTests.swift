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
    var commands: [(section: KeyBinding.Section?, name: String)] = []
    for section in KeyBinding.Section.allCases.map(Optional.some) + [nil] {
      for binding in KeyMap.standard where binding.section == section {
        if !commands.contains(where: { $0.name == binding.command }) {
          commands.append((section, binding.command))
        }
      }
    }
    // All nine are alike.
    commands.removeAll { $0.name.hasPrefix("share.command-") && !$0.name.hasSuffix("1") }
    return ["| key | where | what it does | command |", "| --- | --- | --- | --- |"]
      + commands.map { row(of: $0.name) }
  }

  private static func row(of command: String) -> String {
    let all = KeyMap.standard.filter { $0.command == command }
    let bindings = all.filter { $0.section != nil } + all.filter { $0.section == nil }
    var keys: [String] = []
    for key in bindings.flatMap(\.labels).map(name) where !keys.contains(key) { keys.append(key) }
    let focus = bindings.reduce(into: Set<Focus>()) { $0.formUnion($1.focus) }
    let places = Focus.allCases.filter(focus.contains).map(\.name)
    return "| \(keys.map { "`\($0)`" }.joined(separator: " ")) | \(places.joined(separator: ", ")) "
      + "| \(bindings.first?.help ?? "") | `\(command)` |"
  }

  private static func name(of label: String) -> String {
    if label.hasPrefix("^"), label.count == 2 { return "Ctrl-\(label.dropFirst())" }
    return label.hasPrefix("M-") ? "Alt-\(label.dropFirst(2))" : label
  }
}

extension Focus {
  fileprivate var name: String {
    switch self {
    case .spin: "Spin"
    case .saved: "Saved"
    case .details: "details"
    case .help: "help"
    case .sharing: "share sheet"
    case .address: "address, QR code"
    case .question: "question"
    case .chooser: "lists"
    case .palette: "palette"
    }
  }
}
