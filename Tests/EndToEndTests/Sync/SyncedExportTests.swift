import Foundation
import TestSupport
import Testing

/// The real program on two machines that have exchanged their links.
@Suite("Files that are exported on several machines")
struct SyncedExportTests {
  private static func run(_ command: String, _ home: TemporaryHome) async throws -> CommandRun {
    let run = try await CommandRun(command, in: home)
    try #require(run.exitCode == 0, "\(run.error)")
    return run
  }

  /// Links of which many were saved at the same moment.
  private static func lines(_ numbers: some Sequence<Int>) -> String {
    numbers.map { number in
      let tags = #"["t\#(number % 3)","Many \#(number % 2)"]"#
      let date = "2025-01-0\(number % 2 + 1)T00:00:00.\(number % 4)00Z"
      return #"{"url":"https://example.org/\#(number)","title":"Title \#(number % 5)","#
        + #""tags":\#(tags),"savedAt":"\#(date)"}"# + "\n"
    }.joined()
  }

  @Test(
    "have the same bytes in every format",
    arguments: [
      "--format html", "--format html --folders", "--format jsonl", "--format json",
      "--format csv", "--format markdown", "--format opml", "--format text",
      "--format jsonl --filter '#t1'", "--format markdown --with-text ~/notes",
    ])
  func sameBytes(options: String) async throws {
    try await withTemporaryHome { first in
      try await withTemporaryHome { second in
        let folder = first.file("links").path(percentEncoded: false)
        try Self.lines(0..<30).write(to: first.file("a.jsonl"), atomically: true, encoding: .utf8)
        try Self.lines((20..<60).reversed()).write(
          to: second.file("a.jsonl"), atomically: true, encoding: .utf8)
        for home in [first, second] {
          _ = try await Self.run("saved import ~/a.jsonl", home)
          _ = try await Self.run("sync init --folder '\(folder)'", home)
        }
        for number in 0..<6 {
          _ = try await Self.run(
            "saved add https://now.example/\(number)", number % 2 == 0 ? first : second)
        }
        _ = try await Self.run("saved tag --filter '#t0' --add late", first)
        for home in [first, second, first] { _ = try await Self.run("sync", home) }
        /// What's printed, or the names and texts of the files that are written.
        func export(_ home: TemporaryHome) async throws -> String {
          let run = try await Self.run("saved export \(options)", home)
          guard options.contains("notes") else { return run.output }
          let names = try FileManager.default.contentsOfDirectory(
            atPath: home.file("notes").path()
          ).sorted()
          return names.map { "\($0)\n\(home.text("notes/\($0)") ?? "")" }.joined()
        }
        let here = try await export(first)
        #expect(here.utf8.count > 500)
        #expect(try await export(second) == here)
      }
    }
  }
}
