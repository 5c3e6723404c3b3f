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
      try Data("https://a.example\n".utf8).write(to: home.file("list.txt"))
      try Data(PNG.header(width: 1, height: 1)).write(to: home.file("wrong.png"))
      try FileManager.default.createDirectory(
        at: home.file("folder"), withIntermediateDirectories: true)
      if row.command.hasPrefix("saved") { _ = try await home.saved("add", "b.example") }
      let run = try await CommandRun(
        shell: "$raylette \(row.command) \(row.arguments) </dev/null", in: home)
      #expect(run.exitCode == row.exitCode, "\(row.command) \(row.arguments): \(run.error)")
      let message = run.error.split(separator: "\n").last.map(String.init) ?? ""
      #expect(message.hasSuffix(row.message), "\(row.command) \(row.arguments): \(run.error)")
      #expect(message.isEmpty || message.hasPrefix("raylette: "))
      #expect(row.message.isEmpty || run.output.isEmpty, "\(run.output)")
    }
  }
}
