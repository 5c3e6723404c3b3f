import TestSupport
import Testing

@testable import raylette

/// Bad input that the tests of the program go through.
struct BadInputSampleTests {
  @Test("the table has wrong usage of every command")
  func complete() throws {
    func paths(_ command: CommandTree, _ path: [String]) -> [String] {
      command.commands.flatMap { below -> [String] in
        let path = path + [below.name]
        let isHelp = below.name == "help" && path.count > 1
        return (isHelp ? [] : [path.joined(separator: " ")]) + paths(below, path)
      }
    }
    let all = Set(paths(try #require(CommandTree.root), []))
    let listed = Set(BadInput.samples.filter { $0.exitCode == 2 }.map(\.command))
    #expect(all.subtracting(listed).sorted() == [])
    #expect(Set(BadInput.samples.map(\.command)).subtracting(all).sorted() == [])
  }

  @Test("the manual states every exit code that commands end with")
  func manual() {
    let codes = Set(BadInput.samples.map(\.exitCode)).union([0, 141])
    for code in codes { #expect(CommandPage.text.contains("\n.It \(code)\n"), "\(code)") }
  }
}
