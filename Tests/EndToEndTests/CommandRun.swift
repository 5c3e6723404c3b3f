import Foundation
import Subprocess
import TestSupport

/// The built program, run to its end without a terminal.
struct CommandRun {
  let exitCode: Int32
  let output: String
  let error: String

  init(_ arguments: [String], in home: TemporaryHome, input: String = "") async throws {
    let result = try await Subprocess.run(
      .name("env"), arguments: Arguments([TerminalDriver.program] + arguments),
      environment: .inherit.updating(
        ["HOME": home.url.path(), "XDG_DATA_HOME": "", "XDG_CACHE_HOME": "", "LC_ALL": "C.UTF-8"]),
      input: .string(input), output: .string(limit: 1 << 22), error: .string(limit: 65_536))
    guard case .exited(let code) = result.terminationStatus else { throw CancellationError() }
    exitCode = code
    output = result.standardOutput
    error = result.standardError
  }

  var lines: [Substring] { output.split(separator: "\n") }
}
