import ArgumentParser
import Foundation

@main
enum Main {
  /// Exit codes: 0 all well, 1 something failed, 2 the command was not understood.
  static func main() async {
    do {
      // The everyday start has nothing to parse, and the parser would take a sixth of its time.
      if CommandLine.arguments.count == 1 { return try await Launch().run() }
      var command = try RayletteCommand.parseAsRoot()
      if var command = command as? any AsyncParsableCommand {
        try await command.run()
      } else {
        try command.run()
      }
    } catch let failure as CommandFailure {
      if let message = failure.message { printError("raylette: \(message)") }
      exit(failure.exitCode)
    } catch {
      // Help and version arrive as errors too, with exit code 0.
      let isUsageError = RayletteCommand.exitCode(for: error) != .success
      let text = RayletteCommand.fullMessage(for: error)
      if isUsageError { printError(text) } else { print(text) }
      exit(isUsageError ? 2 : 0)
    }
  }

  private static func printError(_ text: String) {
    FileHandle.standardError.write(Data("\(text)\n".utf8))
  }
}

/// Ends the program with an exit code and, where there is something to say, one line.
struct CommandFailure: Error {
  var message: String?
  var exitCode: Int32
}
