import Foundation
import TestSupport
import Testing

/// The real program on two machines that have exchanged their links.
@Suite("Files that are exported on several machines")
struct SyncedExportTests {
  private static func run(_ command: String, _ home: TemporaryHome) async throws -> CommandRun {
    let run = try await CommandRun(shell: command, in: home)
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
      "--format jsonl --filter '#t1'", "--format markdown --with-text notes",
    ])
  func sameBytes(options: String) async throws {
    try await withTemporaryHome { first in
      try await withTemporaryHome { second in
        let folder = first.file("links").path(percentEncoded: false)
        try Self.lines(0..<30).write(to: first.file("a.jsonl"), atomically: true, encoding: .utf8)
        try Self.lines((20..<60).reversed()).write(
          to: second.file("a.jsonl"), atomically: true, encoding: .utf8)
        for home in [first, second] {
          let set = "$raylette saved import a.jsonl && $raylette sync init --folder '\(folder)'"
          _ = try await Self.run(set, home)
        }
        for number in 0..<6 {
          _ = try await Self.run(
            "$raylette saved add https://now.example/\(number)", number % 2 == 0 ? first : second)
        }
        _ = try await Self.run("$raylette saved tag --filter '#t0' --add late", first)
        for home in [first, second, first] { _ = try await Self.run("$raylette sync", home) }
        // The names and the bytes of all files of a folder.
        let show = options.contains("notes") ? "&& cd notes && sha256sum *" : ""
        let command = "$raylette saved export \(options) \(show)"
        let here = try await Self.run(command, first)
        let there = try await Self.run(command, second)
        #expect(here.output.utf8.count > 500)
        #expect(here.output == there.output)
      }
    }
  }
}
