import Foundation
import Subprocess

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

/// Another program, started by argument vector and never through a shell.
struct ChildProcess: Sendable {
  let path: String
  var arguments: [String] = []

  /// How a run ended.
  enum Outcome: Equatable, Sendable {
    case succeeded
    /// The last line that the program printed to standard error, if it was heard.
    case failed(String?)
    case notStarted
    case cancelled
  }

  /// The name a person knows the program by.
  var name: String { URL(filePath: path).lastPathComponent }

  /// A program by name, looked for in `PATH`, or by path; nil where there is none.
  init?(_ name: String, _ arguments: [String] = []) async {
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

  /// Runs the program apart from our terminal: no signal of it reaches the program, and nothing the
  /// program prints reaches it. A cancelled task ends the program.
  func runApart(
    input: String = "", isStarted: @Sendable () -> Void = {}
  ) async -> Outcome {
    // Not a pipe for what is printed: a program that stays in the background, as those that hold a
    // selection do, would hold it open.
    await outcome {
      try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments(arguments), platformOptions: Self.apart,
        input: .string(input), output: .discarded, error: .discarded
      ) { _ in isStarted() }.terminationStatus.isSuccess ? .succeeded : .failed(nil)
    }
  }

  /// As ``runApart(input:isStarted:)``, for a program that ends with its work; tells why it failed.
  func runToEnd() async -> Outcome {
    await outcome {
      let result = try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments(arguments), platformOptions: Self.apart,
        input: .none, output: .discarded, error: .string(limit: 65_536))
      if result.terminationStatus.isSuccess { return .succeeded }
      return .failed(result.standardError.split(whereSeparator: \.isNewline).last.map(String.init))
    }
  }

  /// Runs the program and returns what it printed; nil when it failed.
  func output(of input: String, limit: Int) async -> String? {
    let result = try? await Subprocess.run(
      .path(FilePath(path)), arguments: Arguments(arguments), platformOptions: Self.apart,
      input: .string(input), output: .string(limit: limit), error: .discarded)
    guard let result, result.terminationStatus.isSuccess else { return nil }
    return result.standardOutput
  }

  /// Runs the program in our terminal, which has to be lent for that time.
  func runInTerminal() async -> Outcome {
    await outcome {
      try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments(arguments),
        input: .fileDescriptor(.standardInput, closeAfterSpawningProcess: false),
        output: .fileDescriptor(.standardOutput, closeAfterSpawningProcess: false),
        error: .fileDescriptor(.standardError, closeAfterSpawningProcess: false)
      ).terminationStatus.isSuccess ? .succeeded : .failed(nil)
    }
  }

  private static var apart: PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
    options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .milliseconds(500))]
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
