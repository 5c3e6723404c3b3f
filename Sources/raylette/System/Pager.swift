import Foundation
import LinkExchange

/// The user's pager, which shows text a page at a time. It's run from an argument vector, never
/// through a shell.
struct Pager: Sendable {
  /// The program's name or path.
  let program: String
  private let arguments: [String]
  private let environment: [String: String]

  /// - Parameter environment: contains the command in `PAGER`: a program with arguments, which are
  ///   split as in a shell, as for man. Without `PAGER`, the pager
  ///   is less, or else more (POSIX).
  init(environment: [String: String]) {
    let own = environment["PAGER"].flatMap { CommandLineSplitter.commands(in: $0).first?.words }
    let known = ChildProcess.exists("less", in: environment) ? "less" : "more"
    let command = own ?? [known]
    program = command[0]
    // Without -R, less shows the sequences of styles as text.
    arguments = (Self.isLess(program) ? ["-R"] : []) + command.dropFirst()
    self.environment = environment
  }

  private static func isLess(_ program: String) -> Bool {
    URL(filePath: program).lastPathComponent == "less"
  }

  /// Whether the pager can be run.
  var exists: Bool { get async { await ChildProcess(program) != nil } }

  /// Returns whether the pager leaves hyperlinks to the terminal, as less does from version 581 on
  /// (see its NEWS). Other pagers may show the addresses as text.
  func passesLinks() async -> Bool {
    guard Self.isLess(program), let less = await ChildProcess(program, ["--version"]),
      let version = await less.output(of: "", limit: 65_536)
    else { return false }
    let number = version.drop { !$0.isNumber }.prefix(while: \.isNumber)
    return version.hasPrefix("less ") && Int(number).map { $0 >= 581 } ?? false
  }

  /// Shows a text until the user has read it. Any exit of the pager counts as read.
  /// - Returns: false if the pager doesn't exist or can't be started.
  func show(_ text: String) async -> Bool {
    guard let child = await ChildProcess(program, arguments) else { return false }
    // Leaves Ctrl-C to the pager. If Ctrl-C ended this process, the shell and the pager would both
    // read the keys.
    let previousHandlers = [SIGINT, SIGQUIT].map { ($0, signal($0, SIG_IGN)) }
    defer { for (number, handler) in previousHandlers { signal(number, handler) } }
    let outcome = await child.runInTerminal(input: Array(text.utf8), variables: variables)
    return outcome != .notStarted
  }

  /// The variables that make pagers show styles, unless the user has set them; the same as for git.
  private var variables: [String: String] {
    ["LESS": "FRX", "LV": "-c"].filter { environment[$0.key] == nil }
  }
}
