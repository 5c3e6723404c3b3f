import Foundation
import TestSupport
import Testing

/// What every command says to bad input, and with which exit code: 2 for arguments and addresses
/// that make no sense, 1 for what isn't there.
struct ExitCodeTests {
  /// The files of the rows, without and with a saved link.
  private static let empty = contents { _ in }
  private static let saved = contents { _ = try await $0.saved("add", "b.example") }

  private static let parserWords = [
    "issing expected argument", "issing value", "nexpected argument", "nknown option",
    "is invalid for", "does not take any value",
  ]

  private static func contents(
    _ change: @escaping @Sendable (TemporaryHome) async throws -> Void
  ) -> Task<HomeContents, any Error> {
    Task {
      try await withTemporaryHome { home in
        try BadInput.writeFiles(in: home)
        try await change(home)
        return try HomeContents(of: home)
      }
    }
  }

  @Test("bad input is one sentence and the right exit code", arguments: BadInput.samples.indices)
  func badInput(index: Int) async throws {
    let row = BadInput.samples[index]
    try await withTemporaryHome { home in
      try await (row.command.hasPrefix("saved") ? Self.saved : Self.empty).value.write(to: home)
      let line = "\(row.command) \(row.arguments)"
      let run = try await CommandRun(line, in: home)
      #expect(run.exitCode == row.exitCode, "\(line): \(run.error)")
      let message = run.error.split(separator: "\n").last.map(String.init) ?? ""
      #expect(message.hasSuffix(row.message), "\(line): \(run.error)")
      #expect(message.isEmpty || message.hasPrefix("raylette: "))
      #expect(row.message.isEmpty || run.output.isEmpty, "\(run.output)")

      // In the marked language, every text that can be translated is in 【】. What the argument
      // parser says can't be.
      if Self.parserWords.contains(where: run.error.contains) { return }
      let marked = try await CommandRun(line, in: home, environment: MarkedText.environment)
      #expect(marked.exitCode == row.exitCode)
      let unmarked = MarkedText.unmarked(marked.error).filter { !row.arguments.contains($0) }
      #expect(unmarked == [], "\(line): \(marked.error)")
    }
  }
}
