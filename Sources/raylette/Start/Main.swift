import RawArguments
import ArgumentParser
import CTerminalGuard
import Foundation
import Localization

@main
enum Main {
  /// Runs the program. Exit codes: 0 for success, 1 for a failure, 2 for invalid usage.
  static func main() async {
    crash_guard_install()
    // The manual is in English, and many texts of commands are made only once.
    Catalogue.use(
      ManCommand.prints(ProgramArguments.texts)
        ? .english : LanguageSetting.language(ProcessInfo.processInfo.environment))
    do {
      try await run()
    } catch {
      if let message = error.message { CommandOutput.report("raylette: \(message)") }
      exit(error.exitCode)
    }
  }

  private static func run() async throws(CommandFailure) {
    let arguments = ProgramArguments.texts
    // Skips the parser without arguments, because it would take a sixth of the startup time.
    if arguments.isEmpty, StandardStream.output.isTerminal { return try await Launch().run() }
    if let request = CompletionRequest(arguments) {
      let response = request.response(environment: ProcessInfo.processInfo.environment)
      return try StandardOutput.put(response)
    }
    if ProgramVersion.isAskedForDetails(arguments) {
      return try StandardOutput.put("\(ProgramVersion.details)\n")
    }
    if let error = UsageError.ofHelp(arguments) {
      throw CommandFailure(message: error.description, exitCode: 2)
    }
    // Prints our own script, because the parser's script for bash runs the text of a tag as a
    // command.
    if arguments.first == "--generate-completion-script", arguments.count == 2 {
      return try await runParsed(["completions", arguments[1]])
    }
    try SavedListCommand.refuseMisplacedExclusions(in: arguments)
    try await runParsed(arguments)
  }

  private static func runParsed(_ arguments: [String]) async throws(CommandFailure) {
    do {
      var command = try RayletteCommand.parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let failure as CommandFailure {
      throw failure
    } catch {
      // Help and version are thrown as errors too, with exit code 0.
      guard RayletteCommand.exitCode(for: error) != .success else {
        let text = HelpText.text(
          for: error,
          columns: StandardStream.output.columns(
            environment: ProcessInfo.processInfo.environment))
        return try StandardOutput.put("\(text)\n")
      }
      let message = UsageError(error, arguments: arguments).description
      throw CommandFailure(message: message, exitCode: 2)
    }
  }
}
