import Foundation
import Subprocess
import TestSupport

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Runs the built program to its end without a terminal.
struct CommandRun {
  let exitCode: Int32
  let output: String
  let error: String

  init(_ arguments: [String], in home: TemporaryHome, input: String = "") async throws {
    try await self.init(
      program: [TerminalDriver.program] + arguments, in: home, input: input)
  }

  /// Runs a shell command line in which `$raylette` is the program, for redirections and pipes.
  init(shell line: String, in home: TemporaryHome, input: String = "") async throws {
    try await self.init(
      program: ["raylette=\(TerminalDriver.program)", "sh", "-c", "cd \"$HOME\" && \(line)"],
      in: home, input: input)
  }

  private init(program: [String], in home: TemporaryHome, input: String) async throws {
    // The input goes through a file. With a string, swift-subprocess ends this process when the
    // program exits before it has read all of it.
    let file = FileManager.default.temporaryDirectory
      .appending(path: "raylette-input-\(UUID().uuidString)").path()
    try Data(input.utf8).write(to: URL(filePath: file))
    defer { unlink(file) }
    let descriptor = try FileDescriptor.open(file, .readOnly)
    let result = try await Subprocess.run(
      .name("env"), arguments: Arguments(program),
      environment: .inherit.updating(
        ["HOME": home.url.path(), "XDG_DATA_HOME": "", "XDG_CACHE_HOME": "", "LC_ALL": "C.UTF-8"]),
      input: .fileDescriptor(descriptor, closeAfterSpawningProcess: true),
      output: .string(limit: 1 << 22), error: .string(limit: 65_536))
    guard case .exited(let code) = result.terminationStatus else { throw CancellationError() }
    exitCode = code
    output = result.standardOutput
    error = result.standardError
  }

  var lines: [Substring] { output.split(separator: "\n") }
}

extension TemporaryHome {
  /// Runs `raylette saved`.
  func saved(_ arguments: String..., input: String = "") async throws -> CommandRun {
    try await CommandRun(["saved"] + arguments, in: self, input: input)
  }

  /// The saved addresses, oldest first.
  var savedAddresses: [String] {
    get async throws {
      try await saved("export", "--format", "text").output.split(separator: "\n").map(String.init)
    }
  }
}

extension CommandRun {
  /// The names of all themes, as messages list them.
  static let themes = """
    auto, dark, light, mono, catppuccin-latte, catppuccin-mocha, dracula, gruvbox-dark, \
    gruvbox-light, nord, solarized-dark, solarized-light
    """
  /// The same as a choice: the last one after "or".
  static let themeChoice = themes.replacing(", solarized-light", with: " or solarized-light")
}
