import Foundation

/// The user's pager, which shows text a page at a time. It's run from an argument vector, never
/// through a shell.
struct Pager: Sendable {
  private let command: [String]

  /// - Parameter environment: Reads the command, with arguments, from `PAGER`. Without it, uses
  ///   less, or else more (POSIX).
  init(environment: [String: String]) {
    let own = environment["PAGER"].flatMap { CommandLineSplitter.lists(in: $0).first }
    let known = ChildProcess.exists("less", in: environment) ? "less" : "more"
    command = own ?? [known]
  }

  /// Shows a text until the user has read it.
  /// - Returns: Why that wasn't possible, or nil.
  func show(_ text: String) async -> String? {
    guard let child = await ChildProcess(command[0], Array(command.dropFirst())) else {
      return "there's no pager \(command[0])"
    }
    switch await child.runInTerminal(input: Array(text.utf8)) {
    case .succeeded, .cancelled: return nil
    case .failed: return "\(child.name) reports an error"
    case .notStarted: return "\(child.name) couldn't be started"
    }
  }
}
