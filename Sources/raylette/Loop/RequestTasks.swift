import RayletteApp

/// The running tasks, by the ids of their requests. A task can be cancelled as soon as it's
/// requested.
@MainActor
final class RequestTasks {
  private enum Key: Hashable {
    case request(RequestID)
    /// A task without a request, which can't be cancelled individually.
    case other(Int)
  }

  private var tasks: [Key: Task<Void, Never>] = [:]
  private var count = 0

  /// Runs a task until it ends or is cancelled.
  /// - Parameter id: the request's id, or nil if the task can't be cancelled individually.
  func run(_ id: RequestID?, _ body: @escaping @MainActor @Sendable () async -> Void) {
    count += 1
    let key = id.map { Key.request($0) } ?? .other(count)
    tasks[key] = Task {
      await body()
      tasks[key] = nil
    }
  }

  /// Runs a task off the main actor until it ends or is cancelled. It needn't wait for the frame that
  /// is being drawn.
  func runConcurrently(_ id: RequestID, _ body: @escaping @Sendable () async -> Void) {
    let key = Key.request(id)
    tasks[key] = Task { @concurrent in
      await body()
      await end(key)
    }
  }

  private func end(_ key: Key) { tasks[key] = nil }

  func cancel(_ id: RequestID) { tasks[.request(id)]?.cancel() }

  /// Waits for the end of a request.
  func end(of id: RequestID) async { await tasks[.request(id)]?.value }

  /// Cancels all tasks and waits until they have ended.
  func cancelAll() async {
    let all = tasks.values
    for task in all { task.cancel() }
    for task in all { await task.value }
  }
}
