import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TestSupport
import Testing

@testable import LinkStore

/// The examples of the page on the protocol, `Resources/guide/sync.md`: logs, and what a device has
/// that reads them.
@Suite("The examples of the protocol")
struct ProtocolExampleTests {
  struct Example: Sendable, CustomTestStringConvertible {
    var logs: [(device: String, lines: [String])] = []
    var results: [String] = []

    var testDescription: String { results.joined(separator: "; ") }
  }

  private static let page = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Resources/guide/sync.md")

  static let examples: [Example] = {
    var examples: [Example] = []
    var isInside = false
    let text = (try? String(contentsOf: page, encoding: .utf8)) ?? ""
    for line in text.split(separator: "\n").map(String.init) {
      if line == "```example" {
        examples.append(Example())
        isInside = true
      } else if line == "```" {
        isInside = false
      } else if isInside, line.hasPrefix("devices/") {
        let device = String(line.split(separator: "/")[1])
        examples[examples.count - 1].logs.append((device, []))
      } else if isInside, line.hasPrefix("= ") {
        examples[examples.count - 1].results.append(String(line.dropFirst(2)))
      } else if isInside {
        let last = examples[examples.count - 1].logs.count - 1
        examples[examples.count - 1].logs[last].lines.append(line)
      }
    }
    return examples
  }()

  /// What a device has, in the form of the page.
  private static func results(_ device: SyncDevice) async throws -> [String] {
    var results: [String] = []
    for isTrash in [false, true] {
      let list = try await device.store.list(SavedQuery(isTrash: isTrash))
      for link in try await device.store.links(list.ids) {
        var parts = [
          (isTrash ? "trash " : "") + link.address.text, link.metadata.title ?? "",
          link.tags.joined(separator: " "), link.note,
        ]
        while parts.last == "" { parts.removeLast() }
        results.append(parts.joined(separator: " | "))
      }
    }
    let reading = try await device.store.file.read { db in
      try String.fetchAll(
        db,
        sql: """
          SELECT 'place ' || key || ' ' || progress FROM reading WHERE progress IS NOT NULL
          UNION ALL SELECT 'read ' || key FROM reading WHERE readAt IS NOT NULL
          """)
    }
    let shared = try await device.sync.sharedSettings()
    let settings =
      shared.searches.map { "search \($0): \($1)" } + shared.values.map { "setting \($0): \($1)" }
    return (results + (reading ?? []) + settings).sorted()
  }

  @Test("say what a device has after reading the logs, in either order", arguments: examples)
  func example(_ example: Example) async throws {
    let now = try Date("2026-11-23T00:00:00Z", strategy: .iso8601)
    for logs in [example.logs, example.logs.reversed()] {
      try await withTemporaryHome { home in
        let device = try SyncDevice("reader", in: home, now: now)
        try await device.sync.begin(device: "reader", remote: "test")
        try await device.sync.exchangeFacts(ofWheels: false, at: now)
        for _ in 0..<2 {
          for log in logs { try await device.receive(log.lines, from: log.device) }
          let results = try await Self.results(device)
          #expect(results.map { $0.replacing(" |  | ", with: " | | ") } == example.results.sorted())
        }
      }
    }
  }

  @Test("are written as the program writes them", arguments: examples)
  func lines(_ example: Example) {
    for (device, lines) in example.logs {
      for line in lines {
        let written: String? =
          switch SyncEntry(Data(line.utf8), device: device) {
          case .link(let operation): SyncLine.text(operation, device: device)
          case .fact(let fact): SyncLine.text(fact, device: device)
          case nil: nil
          }
        #expect(written == line)
      }
    }
  }

  @Test("are there")
  func count() {
    #expect(Self.examples.count == 5 && Self.examples.allSatisfy { !$0.results.isEmpty })
  }
}
