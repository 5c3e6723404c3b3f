import ArgumentParser
import Bookmarks
import Foundation
import Localization

/// One run of the command line: its arguments, environment and standard streams. Everything in this
/// target that asks for these asks ``current``, so that tests can run commands side by side in one
/// process.
///
///     var invocation = Invocation.ofProcess
///     invocation.arguments = ["saved", "list"]
///     let exitCode = await invocation.run()
struct Invocation: Sendable {
  /// Without the program's name.
  var arguments: [String]
  var environment: [String: String]

  // File descriptors.

  var input = STDIN_FILENO
  var output = STDOUT_FILENO
  var error = STDERR_FILENO

  /// Copies the saved links once a day, after a command that writes.
  let backup = DailyBackup()

  /// The invocation that the program was started with.
  static let ofProcess = Invocation(
    arguments: ProgramArguments.texts, environment: ProcessInfo.processInfo.environment)

  /// The invocation that the current task belongs to.
  @TaskLocal static var current = ofProcess

  /// The language of what's printed.
  var language: Language {
    // The manual is in English.
    ManCommand.prints(arguments) ? .english : LanguageSetting.language(environment)
  }

  /// Runs the command line, and prints a message if it fails.
  /// - Returns: 0 for success, 1 for a failure, 2 for invalid usage.
  func run() async -> Int32 {
    await Self.$current.withValue(self) {
      await InputFile.$standardInputDescriptor.withValue(input) {
        var exitCode: Int32 = 0
        do {
          try await runCommand()
        } catch {
          let failure = CommandFailure(error)
          if let message = failure.message { CommandOutput.report("raylette: \(message)") }
          exitCode = failure.exitCode
        }
        await backup.makeIfDue()
        return exitCode
      }
    }
  }

  /// Runs a body on another thread, which has no task.
  func perform(_ body: () -> Void) { Self.$current.withValue(self, operation: body) }

  private func runCommand() async throws {
    try refuseForeignText()
    // Skips the parser without arguments, because it would take a sixth of the startup time.
    if arguments.isEmpty, StandardStream.output.isTerminal { return try await Launch().run() }
    if let request = CompletionRequest(arguments) {
      return try StandardOutput.put(request.response(environment: environment))
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
      return try await parseAndRun(["completions", arguments[1]])
    }
    try SavedListCommand.refuseMisplacedExclusions(in: arguments)
    try await parseAndRun(arguments)
  }

  /// Refuses arguments and folders whose names aren't in UTF-8, because Swift replaces what it can't
  /// decode: a note would be stored with question marks, and a new home made beside the right one. A
  /// file that exists is found by its bytes.
  private func refuseForeignText() throws(CommandFailure) {
    guard arguments.first != CompletionRequest.name else { return }
    for argument in arguments where RawArgument.isForeign(argument) {
      throw CommandFailure(
        message: localized("an argument isn't in UTF-8: \(argument)"), exitCode: 2)
    }
    let folders = ["HOME"] + ["DATA", "CACHE", "CONFIG", "STATE"].map { "XDG_\($0)_HOME" }
    for name in folders where environment[name]?.unicodeScalars.contains("\u{FFFD}") == true {
      throw CommandFailure(
        message: localized("the name of the folder in \(name) isn't in UTF-8; use another folder"),
        exitCode: 2)
    }
  }

  private func parseAndRun(_ arguments: [String]) async throws {
    do {
      var command = try RayletteCommand.parseAsRoot(arguments)
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch {
      let code = RayletteCommand.exitCode(for: error)
      // An error of a command, not of its arguments.
      if code == .failure { throw error }
      // Help and version are thrown as errors too, with exit code 0.
      guard code != .success else {
        let text = HelpText.text(
          for: error, columns: StandardStream.output.columns(environment: environment))
        return try StandardOutput.put("\(text)\n")
      }
      let message = UsageError(error, arguments: arguments).description
      throw CommandFailure(message: message, exitCode: 2)
    }
  }
}
