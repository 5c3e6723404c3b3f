import Foundation
import Subprocess
import TaskLimits

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// A child process, started with an argument vector and never through a shell.
package struct ChildProcess: Sendable {
  package let path: String
  package var arguments: [String] = []

  /// The outcome of a run.
  package enum Outcome: Equatable, Sendable {
    case succeeded
    /// The program failed. Contains the end of its standard error, if that was read.
    case failed(String?)
    case notStarted
    case cancelled
  }

  /// The name of the program for messages.
  package var name: String { URL(filePath: path).lastPathComponent }

  /// Finds a program by its path, or by its name in `PATH`. Returns nil if it doesn't exist.
  package init?(_ name: String, _ arguments: [String] = []) async {
    if name.contains("/") {
      guard FileManager.default.isExecutableFile(atPath: name) else { return nil }
      path = name
    } else {
      guard let found = try? await Executable.name(name).resolveExecutablePath(in: .inherit) else {
        return nil
      }
      path = found.string
    }
    self.arguments = arguments
  }

  /// Returns whether a program is in `PATH`, without starting a process.
  package static func exists(_ name: String, in environment: [String: String]) -> Bool {
    path(of: name, in: environment) != nil
  }

  /// Returns the path of a program in `PATH`. Ignores relative folders, because they can't be
  /// trusted.
  package static func path(of name: String, in environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs the program detached from our terminal: it gets no signals from the terminal, and its
  /// output is discarded. Cancellation and the time limit end the program.
  /// - Parameter variables: variables to add to the environment.
  package func runDetached(
    input: String = "", variables: [String: String] = [:], timeLimit: Duration? = nil,
    isStarted: @escaping @Sendable () -> Void = {}
  ) async -> Outcome {
    let environment = Self.environment(adding: variables)
    guard let timeLimit else { return await runDetached(input, environment, isStarted) }
    switch await withTimeLimit(timeLimit, { await runDetached(input, environment, isStarted) }) {
    case .finished(let outcome): return outcome
    case .timedOut: return .failed(nil)
    case .cancelled: return .cancelled
    }
  }

  private func runDetached(
    _ input: String, _ environment: Environment, _ isStarted: @Sendable () -> Void
  ) async -> Outcome {
    // Discards the output instead of piping it, because a program that stays in the background,
    // such as one that holds the X11 selection, would keep the pipe open.
    await outcome {
      guard !input.isEmpty else {
        return try await Subprocess.run(
          .path(FilePath(path)), arguments: Arguments(arguments), environment: environment,
          platformOptions: Self.detached, input: .none, output: .discarded, error: .discarded
        ) { _ in isStarted() }.terminationStatus.isSuccess ? .succeeded : .failed(nil)
      }
      return try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments(arguments), environment: environment,
        platformOptions: Self.detached, input: .inputWriter, output: .discarded, error: .discarded
      ) { child in
        isStarted()
        await Self.write(input, to: child.standardInputWriter)
      }.terminationStatus.isSuccess ? .succeeded : .failed(nil)
    }
  }

  /// Writes text to standard input. Doesn't use the library's text input, because swift-subprocess
  /// 1.0.2 leaves the pipe open and traps if the program doesn't read all of it.
  private static func write(_ text: String, to writer: StandardInputWriter) async {
    _ = try? await writer.write(text)
    try? await writer.finish()
  }

  /// Runs a program that exits when its work is done, detached as in
  /// ``runDetached(input:variables:timeLimit:isStarted:)``. Captures standard error, so that a failure has a reason.
  package func runToEnd() async -> Outcome {
    await outcome {
      let result = try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments(arguments), platformOptions: Self.detached,
        input: .none, output: .discarded, error: .sequence
      ) { child in
        // Reads standard error to its end, so that the program never blocks on a full pipe.
        var tail: [UInt8] = []
        for try await piece in child.standardError {
          tail += piece.withUnsafeBytes { Array($0) }
          if tail.count > Self.tailLimit { tail.removeFirst(tail.count - Self.tailLimit) }
        }
        return String(decoding: tail, as: UTF8.self)
      }
      return result.terminationStatus.isSuccess ? .succeeded : .failed(result.closureResult)
    }
  }

  /// Runs the program and returns its standard output, or nil if it failed.
  package func output(of input: String, limit: Int) async -> String? {
    let result = try? await Subprocess.run(
      .path(FilePath(path)), arguments: Arguments(arguments), platformOptions: Self.detached,
      input: .inputWriter, output: .string(limit: limit), error: .discarded
    ) { await Self.write(input, to: $0.standardInputWriter) }
    guard let result, result.terminationStatus.isSuccess else { return nil }
    return result.standardOutput
  }

  /// Runs the program in our terminal, which must be released meanwhile.
  package func runInTerminal() async -> Outcome {
    await outcome {
      try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments(arguments),
        input: .fileDescriptor(.standardInput, closeAfterSpawningProcess: false),
        output: .fileDescriptor(.standardOutput, closeAfterSpawningProcess: false),
        error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
      ).terminationStatus.isSuccess ? .succeeded : .failed(nil)
    }
  }

  /// Runs the program in our terminal with bytes as its standard input.
  /// - Parameter variables: variables to add to the environment.
  package func runInTerminal(input: [UInt8], variables: [String: String]) async -> Outcome {
    let environment = Self.environment(adding: variables)
    return await outcome {
      try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments(arguments), environment: environment,
        input: .fileDescriptor(
          try UnlinkedFile.holding(input), closeAfterSpawningProcess: true),
        output: .fileDescriptor(.standardOutput, closeAfterSpawningProcess: false),
        error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
      ).terminationStatus.isSuccess ? .succeeded : .failed(nil)
    }
  }

  /// Our environment with other values of some variables.
  private static func environment(adding variables: [String: String]) -> Environment {
    var added: [Environment.Key: String?] = [:]
    for (name, value) in variables { added[Environment.Key(stringLiteral: name)] = value }
    return .inherit.updating(added)
  }

  /// The number of bytes kept from the end of standard error.
  static let tailLimit = 4096

  static var detached: PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
    // Ends the program's own child processes too, because the whole session is its own.
    options.teardownSequence = [
      .gracefulShutDown(toProcessGroup: true, allowedDurationToNextStep: .milliseconds(500))
    ]
    return options
  }

  private func outcome(of body: () async throws -> Outcome) async -> Outcome {
    do {
      let outcome = try await body()
      return Task.isCancelled && outcome != .succeeded ? .cancelled : outcome
    } catch {
      return Task.isCancelled ? .cancelled : .notStarted
    }
  }
}
