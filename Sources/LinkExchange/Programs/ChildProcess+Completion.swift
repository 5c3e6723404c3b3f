import Subprocess
import TaskLimits

#if canImport(System)
  import System
#else
  import SystemPackage
#endif

extension ChildProcess {
  /// The outcome of a program whose output and errors are both needed.
  package enum Completion: Hashable, Sendable {
    case succeeded([UInt8])
    /// Contains the output that the program wrote before it failed, and the end of its errors.
    case failed([UInt8], error: String)
    /// The program wrote more than the limit, and was ended.
    case tooLarge
    /// Contains the system's error number, if known, such as ENOSPC for the file with the input.
    case notStarted(Int32?)
    case timedOut
    case cancelled
  }

  /// Runs a program to its end, detached as in ``runDetached(input:variables:timeLimit:isStarted:)``.
  ///
  /// - Parameters:
  ///   - environment: the whole environment.
  ///   - outputLimit: the maximum size of the output in bytes.
  package func complete(
    environment: [String: String], input: [UInt8] = [], outputLimit: Int, timeLimit: Duration
  ) async -> Completion {
    let result = await withTimeLimit(timeLimit) {
      await complete(environment, input, outputLimit)
    }
    return switch result {
    case .finished(let completion): completion
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    }
  }

  private func complete(
    _ environment: [String: String], _ input: [UInt8], _ outputLimit: Int
  ) async -> Completion {
    var custom: [Environment.Key: String] = [:]
    for (name, value) in environment { custom[Environment.Key(stringLiteral: name)] = value }
    do {
      let input = try UnlinkedFile.holding(input)
      let result = try await Subprocess.run(
        .path(FilePath(path)), arguments: Arguments(arguments), environment: .custom(custom),
        platformOptions: Self.detached,
        input: .fileDescriptor(input, closeAfterSpawningProcess: true), output: .sequence,
        error: .sequence
      ) { child in
        async let error = Self.tail(of: child.standardError)
        let output = try await Self.bytes(of: child.standardOutput, limit: outputLimit)
        return (output, String(decoding: try await error, as: UTF8.self))
      }
      if Task.isCancelled { return .cancelled }
      let (output, error) = result.closureResult
      return result.terminationStatus.isSuccess
        ? .succeeded(output) : .failed(output, error: error)
    } catch is OutputTooLarge {
      return .tooLarge
    } catch {
      if Task.isCancelled { return .cancelled }
      return .notStarted((error as? Errno)?.rawValue)
    }
  }

  private struct OutputTooLarge: Error {}

  /// Reads all of the output. Throwing closes the pipe, which ends the program.
  private static func bytes(
    of sequence: SubprocessOutputSequence, limit: Int
  ) async throws -> [UInt8] {
    var bytes: [UInt8] = []
    for try await piece in sequence {
      guard bytes.count + piece.count <= limit else { throw OutputTooLarge() }
      piece.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }
    return bytes
  }

  /// Reads to the end, so that the program never blocks on a full pipe, and returns the last bytes.
  private static func tail(of sequence: SubprocessOutputSequence) async throws -> [UInt8] {
    var tail: [UInt8] = []
    for try await piece in sequence {
      tail += piece.withUnsafeBytes { Array($0) }
      if tail.count > tailLimit { tail.removeFirst(tail.count - tailLimit) }
    }
    return tail
  }
}
