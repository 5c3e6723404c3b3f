import TestSupport
import Testing

@testable import raylette

/// The command lines with `--json` that the tests of the program go through.
struct JSONOutputSampleTests {
  @Test("every command with --json is tested")
  func complete() throws {
    func paths(_ command: CommandTree, _ path: [String]) -> [String] {
      let own =
        command.arguments.contains { $0.optionNames.contains("--json") }
        ? [path.joined(separator: " ")] : []
      return own + command.commands.flatMap { paths($0, path + [$0.name]) }
    }
    // An encrypted place needs age; see SyncRecipientTests.
    let all = Set(paths(try #require(CommandTree.root), [])).subtracting([
      "", "sync recipients list",
    ])
    #expect(all.subtracting(JSONOutput.samples.map(\.command)).sorted() == [])
  }
}
