/// Lets a few tasks run at once. The others wait in the order of their arrival.
package actor TaskQueue {
  private var free: Int
  private var lastTicket = 0
  private var waiters: [(ticket: Int, continuation: CheckedContinuation<Bool, Never>)] = []

  /// - Parameter limit: the number of tasks that may run at once.
  package init(limit: Int) { free = limit }

  /// Runs a body when it's the task's turn.
  /// - Returns: nil if the task was cancelled before its turn.
  package nonisolated func run<Value: Sendable>(_ body: () async -> Value) async -> Value? {
    guard await enter() else { return nil }
    let value = await body()
    await leave()
    return value
  }

  /// Waits for the task's turn, which ends with ``leave()``.
  /// - Returns: false if the task was cancelled before its turn.
  package func enter() async -> Bool {
    if Task.isCancelled { return false }
    if free > 0 {
      free -= 1
      return true
    }
    lastTicket += 1
    let ticket = lastTicket
    let isAdmitted = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // The task may have been cancelled before the continuation existed.
        if Task.isCancelled {
          continuation.resume(returning: false)
        } else {
          waiters.append((ticket, continuation))
        }
      }
    } onCancel: {
      Task { await self.cancel(ticket) }
    }
    // The turn may have come after the cancellation, but before this queue knew of it.
    guard isAdmitted, Task.isCancelled else { return isAdmitted }
    leave()
    return false
  }

  package func leave() {
    guard !waiters.isEmpty else {
      free += 1
      return
    }
    waiters.removeFirst().continuation.resume(returning: true)
  }

  private func cancel(_ ticket: Int) {
    guard let index = waiters.firstIndex(where: { $0.ticket == ticket }) else { return }
    waiters.remove(at: index).continuation.resume(returning: false)
  }
}
