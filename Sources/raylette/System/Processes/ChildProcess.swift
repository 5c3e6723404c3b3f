import Foundation
import LinkPreview
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
    /// The end of what the program printed to standard error, if it was heard.
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

  /// Whether `PATH` has a program, as cheaply as can be told.
  static func exists(_ name: String, in environment: [String: String]) -> Bool {
    path(of: name, in: environment) != nil
  }

  /// Where `PATH` has a program. Of folders given relative to wherever we are, none is trusted.
  static func path(of name: String, in environment: [String: String]) -> String? {
    (environment["PATH"] ?? "").split(separator: ":").lazy.filter { $0.hasPrefix("/") }
      .map { "\($0)/\(name)" }.first { access($0, X_OK) == 0 }
  }

  /// Runs the program apart from our terminal: no signal of it reaches the program, and nothing the
  /// program prints reaches it. A cancelled task ends the program, and so does the time limit.
  func runDetached(
    input: String = "", timeLimit: Duration? = nil, isStarted: @escaping @Sendable () -> Void = {}
  ) async -> Outcome {
    guard let timeLimit else { return await runDetached(input, isStarted) }
    switch await withTimeLimit(timeLimit, { await runDetached(input, isStarted) }) {
    case .finished(let outcome): return outcome
    case .timedOut: return .failed(nil)
    case .cancelled: return .cancelled
    }
  }

  private func runDetached(_ input: String, _ isStarted: @Sendable () -> Void) async -> Outcome {
    // Not a pipe for what is printed: a program that stays in the background, as those that hold a
    // selection do, would hold it open.
    await outcome {
      guard !input.isEmpty else {
        return try await Subprocess.run(
          .path(FilePath(path)), arguments: Arguments(arguments), platformOptions: Self.apart,
          input: .none, output: .discarded, error: .discarded
        ) { _ in isStarted() }.terminationStatus.isSuccess ? .succeeded : .failed(nil)
      }
      return try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments(arguments), platformOptions: Self.apart,
        input: .inputWriter, output: .discarded, error: .discarded
      ) { child in
        isStarted()
        await Self.write(input, to: child.standardInputWriter)
      }.terminationStatus.isSuccess ? .succeeded : .failed(nil)
    }
  }

  /// Text as input of its own would end our process when the program does not read it all: the
  /// library traps over the pipe that it leaves open then (swift-subprocess 1.0.2).
  private static func write(_ text: String, to writer: StandardInputWriter) async {
    _ = try? await writer.write(text)
    try? await writer.finish()
  }

  /// As ``runDetached(input:isStarted:)``, for a program that ends with its work; tells why it failed.
  func runToEnd() async -> Outcome {
    await outcome {
      let result = try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments(arguments), platformOptions: Self.apart,
        input: .none, output: .discarded, error: .sequence
      ) { child in
        // Read to its end, however much that is: a program must not wait for us.
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

  /// Runs the program and returns what it printed; nil when it failed.
  func output(of input: String, limit: Int) async -> String? {
    let result = try? await Subprocess.run(
      .path(FilePath(path)), arguments: Arguments(arguments), platformOptions: Self.apart,
      input: .inputWriter, output: .string(limit: limit), error: .discarded
    ) { await Self.write(input, to: $0.standardInputWriter) }
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

  /// Bytes of an error output that are kept, its last ones.
  private static let tailLimit = 4096

  private static var apart: PlatformOptions {
    var options = PlatformOptions()
    options.createSession = true
    // With what the program itself started: the session is all its own.
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
