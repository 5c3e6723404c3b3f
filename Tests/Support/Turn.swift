import Foundation
import TaskLimits

// Benchmarks share this target. Their release builds may have no Testing.
#if canImport(Testing)
  public import Testing

  /// Has tests wait for their turn. Of those that start processes, servers or terminals, read
  /// pictures, or wait by the clock, only twice as many run at once as the machine has cores, and four
  /// at most, because they wait for others much of the time. All other tests run side by side.
  ///
  /// A test whose turn has come runs with a high priority, because it would notice what it waits for
  /// too late behind a thousand tests without turns.
  public struct TurnTrait: TestTrait, SuiteTrait, TestScoping {
    /// Counted from when the turn comes, unlike that of `.timeLimit`.
    let limit: Duration

    public var isRecursive: Bool { true }

    public func provideScope(
      for test: Test, testCase: Test.Case?,
      performing function: @concurrent @Sendable () async throws -> Void
    ) async throws {
      // A test may have the trait as well as its suite.
      if Turn.isTaken { return try await function() }
      // The task ends before this function does.
      try await withoutActuallyEscaping(function) { function in
        let task = Task(priority: .high) { try await takeTurn(function) }
        try await withTaskCancellationHandler {
          try await task.value
        } onCancel: {
          task.cancel()
        }
      }
    }

    private func takeTurn(
      _ function: @escaping @concurrent @Sendable () async throws -> Void
    ) async throws {
      guard await Turn.queue.enter() else { throw CancellationError() }
      // As the program does, so that writing to a process that doesn't read only fails.
      signal(SIGPIPE, SIG_IGN)
      let body = Task { try await Turn.$isTaken.withValue(true) { try await function() } }
      let watch = Task {
        try await Task.sleep(for: limit)
        Issue.record("still running \(limit) after its turn came")
        body.cancel()
      }
      let result = await withTaskCancellationHandler {
        await body.result
      } onCancel: {
        body.cancel()
      }
      watch.cancel()
      await Turn.queue.leave()
      try result.get()
    }
  }

  extension Trait where Self == TurnTrait {
    /// Waits for a turn, see ``TurnTrait``.
    public static var takesTurn: Self { .takesTurn(within: .seconds(300)) }

    /// Waits for a turn, and is cancelled when it takes too long. The limit matters only when
    /// something is broken.
    public static func takesTurn(within limit: Duration) -> Self { Self(limit: limit) }
  }
#endif

/// What tests take that don't all run at once.
public enum Turn {
  @TaskLocal static var isTaken = false
  static let queue = TaskQueue(limit: min(4, 2 * ProcessInfo.processInfo.activeProcessorCount))

  /// Records an issue if a test uses something that only tests with turns may use.
  public static func require(for use: String) {
    #if canImport(Testing)
      guard !isTaken, let test = Test.current else { return }
      Issue.record("\(test.name) uses \(use), so it or its suite needs the trait .takesTurn")
    #endif
  }
}
