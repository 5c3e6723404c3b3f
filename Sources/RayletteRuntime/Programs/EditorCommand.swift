package import ChildProcesses

/// The user's editor. It's run from an argument vector, never through a shell.
package struct EditorCommand: Sendable {
  /// The program's name or path.
  package let program: String
  private let arguments: [String]

  /// - Parameter environment: contains the command, with arguments, in `VISUAL`, or else in
  ///   `EDITOR`. Without either, the editor is vi (POSIX).
  package init(environment: [String: String]) {
    let own = ["VISUAL", "EDITOR"].lazy.compactMap { environment[$0] }
      .compactMap { CommandLineSplitter.lists(in: $0).first }.first
    let command = own ?? ["vi"]
    program = command[0]
    arguments = Array(command.dropFirst())
  }

  /// Edits a file in the terminal, which must be released meanwhile.
  package func edit(_ path: String) async -> ChildProcess.Outcome {
    await ChildProcess(program, arguments + [path])?.runInTerminal() ?? .notStarted
  }
}
