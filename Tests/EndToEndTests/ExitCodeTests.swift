import Foundation
import TestSupport
import Testing

/// What every command says to bad input, and with which exit code: 2 for arguments and addresses
/// that make no sense, 1 for what isn't there.
@Suite(.timeLimit(.minutes(5)))
struct ExitCodeTests {
  @Test("bad input is one sentence and the right exit code", arguments: BadInput.samples.indices)
  func badInput(index: Int) async throws {
    let row = BadInput.samples[index]
    try await withTemporaryHome { home in
      let run = try await BadInput.run(row, in: home)
      #expect(run.exitCode == row.exitCode, "\(row.command) \(row.arguments): \(run.error)")
      let message = run.error.split(separator: "\n").last.map(String.init) ?? ""
      #expect(message.hasSuffix(row.message), "\(row.command) \(row.arguments): \(run.error)")
      #expect(message.isEmpty || message.hasPrefix("raylette: "))
      #expect(row.message.isEmpty || run.output.isEmpty, "\(run.output)")
    }
  }
}

extension BadInput {
  /// Runs a sample in a home with the files that it names, and with a saved link if it's about those.
  /// - Parameter environment: the variables before the command, such as `LANG=C`.
  static func run(
    _ sample: Sample, in home: TemporaryHome, environment: String = ""
  ) async throws -> CommandRun {
    try writeFiles(in: home)
    if sample.command.hasPrefix("saved") { _ = try await home.saved("add", "b.example") }
    return try await CommandRun(
      shell: "\(environment) $raylette \(sample.command) \(sample.arguments) </dev/null", in: home)
  }
}
