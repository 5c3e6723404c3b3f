import Foundation
import LinkExchange
import Localization
import Subprocess
import TestSupport
import Testing

@testable import raylette

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// What a command line printed, and its exit code.
struct CommandRun {
  let exitCode: Int32
  let output: String
  let error: String

  var lines: [Substring] { output.split(separator: "\n") }
}

// MARK: - In this process

extension CommandRun {
  /// Runs a command line in this process, with streams, an environment and a home of its own. What's
  /// known of hosts and proxies, and the locale, are the process's.
  /// - Parameters:
  ///   - environment: variables besides those of the home.
  ///   - faults: what's wrong with streams.
  init(
    _ arguments: [String], in home: TemporaryHome, input: String = "",
    environment: [String: String] = [:], faults: [StandardStream: StreamFault] = [:]
  ) async throws {
    let inputFile = try StreamFile(input, fault: faults[.input])
    let outputFile = try StreamFile(fault: faults[.output])
    let errorFile = try StreamFile(fault: faults[.error])
    let invocation = Invocation(
      arguments: arguments,
      environment: [
        "HOME": home.url.path(), "LC_ALL": "C.UTF-8",
        "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      ].merging(environment) { $1 },
      input: inputFile.descriptor, output: outputFile.descriptor, error: errorFile.descriptor)
    exitCode = await Catalogue.run(in: invocation.language) { await invocation.run() }
    // Its last use was before the run, which reads it.
    withExtendedLifetime(inputFile) {}
    output = try outputFile.text
    error = try errorFile.text
  }

  /// Runs a command line that's written as for a shell: variables, then the arguments, of which some
  /// may be in quotes, and `< ~/file` at the end for standard input. `~/` stands for the home, also in
  /// what's printed.
  init(
    _ line: String, in home: TemporaryHome, input: String = "",
    environment: [String: String] = [:], faults: [StandardStream: StreamFault] = [:]
  ) async throws {
    let path = home.file("").path()
    let parts = line.split(separator: " < ~/", maxSplits: 1)
    let input = try parts.count < 2 ? input : #require(home.text(String(parts[1])))
    var arguments = (parts.first ?? "").matches(of: /(?:[^ '"]|'[^']*'|"[^"]*")+/).map {
      String($0.output.replacing(/['"]/, with: "").replacing("~/", with: path))
    }
    var environment = environment
    while let variable = arguments.first?.wholeMatch(of: /([A-Za-z_]+)=(.*)/)?.output {
      environment[String(variable.1)] = String(variable.2)
      arguments.removeFirst()
    }
    let run = try await CommandRun(
      arguments, in: home, input: input, environment: environment, faults: faults)
    exitCode = run.exitCode
    output = run.output.replacing(path, with: "~/")
    error = run.error.replacing(path, with: "~/")
  }
}

/// What can be wrong with a standard stream.
enum StreamFault: CaseIterable { case closed, full }

/// A file without a name that stands for a standard stream.
private struct StreamFile: ~Copyable {
  /// Nil for a closed stream.
  private let file: FileDescriptor?
  private let isBroken: Bool

  var descriptor: Int32 { file?.rawValue ?? -1 }

  init(_ text: String = "", fault: StreamFault? = nil) throws {
    isBroken = fault != nil
    file =
      switch fault {
      case nil: try UnlinkedFile.holding(text.utf8)
      case .closed: nil
      case .full: try FileDescriptor.open("/dev/full", .writeOnly)
      }
  }

  deinit { try? file?.close() }

  /// What was written.
  var text: String {
    get throws {
      guard let file, !isBroken else { return "" }
      try file.seek(offset: 0, from: .start)
      let handle = FileHandle(fileDescriptor: file.rawValue, closeOnDealloc: false)
      return String(decoding: try handle.readToEnd() ?? Data(), as: UTF8.self)
    }
  }
}

// MARK: - In a process of its own

extension CommandRun {
  /// Runs the built program without a terminal.
  init(
    process arguments: [String], in home: TemporaryHome, input: String = ""
  ) async throws {
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
    Turn.require(for: "a process")
    // With a string, swift-subprocess ends this process when the program exits before it has read
    // all of it.
    let input = try StreamFile(input)
    let result = try await Subprocess.run(
      .path("/usr/bin/env"), arguments: Arguments(program),
      environment: .inherit.updating(
        ["HOME": home.url.path(), "XDG_DATA_HOME": "", "XDG_CACHE_HOME": "", "LC_ALL": "C.UTF-8"]),
      input: .fileDescriptor(
        FileDescriptor(rawValue: input.descriptor), closeAfterSpawningProcess: false),
      output: .string(limit: 1 << 22), error: .string(limit: 65_536))
    guard case .exited(let code) = result.terminationStatus else { throw CancellationError() }
    exitCode = code
    output = result.standardOutput
    error = result.standardError
  }
}

extension TemporaryHome {
  /// Runs `raylette saved`.
  func saved(_ arguments: String..., input: String = "") async throws -> CommandRun {
    try await CommandRun(["saved"] + arguments, in: self, input: input)
  }

  /// Runs `raylette saved` in a process of its own: beside others that write, or where this process
  /// has the same files open.
  func savedByProcess(_ arguments: String..., input: String = "") async throws -> CommandRun {
    try await CommandRun(process: ["saved"] + arguments, in: self, input: input)
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
