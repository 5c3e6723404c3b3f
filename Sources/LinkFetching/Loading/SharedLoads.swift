import Synchronization
package import TaskLimits

/// The loads under way. Whoever wants the same thing at the same time gets the events of the load
/// that's running, so that its host gets one request.
package final class SharedLoads<Key: Hashable & Sendable, Event: Sendable>: Sendable {
  /// Loads something, and reports its events. Others may join the load until its first event.
  package typealias Body = @Sendable (_ report: @escaping Report) async -> Void
  package typealias Report = @Sendable (Event) async -> Void

  private struct Load {
    /// What's loaded. Nil after the first event, when nobody can join any more.
    var key: Key?
    var task: Task<Void, Never>
    var listeners: [Int: AsyncStream<Event>.Continuation] = [:]
    /// Whether the load continues without listeners.
    var isLasting: Bool
  }

  private struct State {
    /// The loads by their numbers, which grow.
    var loads: [Int: Load] = [:]
    var lastNumber = 0

    mutating func nextNumber() -> Int {
      lastNumber += 1
      return lastNumber
    }

    /// Removes the loads without listeners that aren't lasting, and the oldest lasting ones beyond
    /// a limit.
    mutating func removeUnwanted(limit: Int) -> [Task<Void, Never>] {
      let left = loads.filter(\.value.listeners.isEmpty)
      let lasting = left.filter(\.value.isLasting).keys.sorted()
      let unwanted = Set(left.keys).subtracting(lasting.suffix(limit))
      return unwanted.compactMap { loads.removeValue(forKey: $0)?.task }
    }
  }

  private let state = Mutex(State())

  package init() {}

  /// The number of loads that may continue without listeners.
  private static var lastingLimit: Int { 8 }

  /// The time that a caller waits beyond its limit for a load that another one began, because a
  /// load that times out gives a better error.
  private static var grace: Duration { .milliseconds(100) }

  /// Returns the first event of a load within a time limit, whoever began the load, and the events
  /// that follow. Releasing those ends the load, unless others wait for it.
  ///
  /// - Parameters:
  ///   - limit: the time limit, which a new load keeps itself.
  ///   - isLasting: whether the load continues if the task is cancelled, because the same will
  ///     probably be requested again.
  ///   - hadLessTime: whether a load timed out earlier than this caller's limit, and begins again.
  ///   - unclaimed: called with the first event if nobody waits for it any more.
  package func first(
    for key: Key, within limit: Duration, isLasting: Bool = false,
    hadLessTime: @escaping @Sendable (Event) -> Bool, load: @escaping Body,
    unclaimed: @escaping Report = { _ in }
  ) async -> TimeLimited<(Event, AsyncStream<Event>)> {
    let join = { @Sendable in
      self.join(key, isLasting: isLasting, load: load, unclaimed: unclaimed)
    }
    if Task.isCancelled { return .cancelled }
    let (events, isNew) = join()
    if isNew {
      let event = await events.first { _ in true }
      return event.map { .finished(($0, events)) } ?? .cancelled
    }
    let outcome = await withTimeLimit(limit + Self.grace) { () -> (Event, AsyncStream<Event>)? in
      var events = events
      while let event = await events.first(where: { _ in true }) {
        if !hadLessTime(event) { return (event, events) }
        events = join().events
      }
      return nil
    }
    switch outcome {
    case .finished(let first?): return .finished(first)
    case .finished(nil), .cancelled: return .cancelled
    case .timedOut: return .timedOut
    }
  }

  /// The number of those who wait for the first event of any load.
  var listenerCount: Int {
    state.withLock { state in
      state.loads.values.reduce(0) { $0 + ($1.key == nil ? 0 : $1.listeners.count) }
    }
  }

  private func join(
    _ key: Key, isLasting: Bool, load: @escaping Body, unclaimed: @escaping Report
  ) -> (events: AsyncStream<Event>, isNew: Bool) {
    let (events, listener) = AsyncStream.makeStream(of: Event.self)
    let (id, number, isNew) = state.withLock { state in
      let number = state.nextNumber()
      let joined = state.loads.first { $0.value.key == key }?.key
      let id = joined ?? state.nextNumber()
      if joined == nil {
        let task = Task {
          await load { await self.report($0, of: id, unclaimed) }
          self.end(id)
        }
        state.loads[id] = Load(key: key, task: task, isLasting: isLasting)
      }
      state.loads[id]?.listeners[number] = listener
      if isLasting { state.loads[id]?.isLasting = true }
      return (id, number, joined == nil)
    }
    listener.onTermination = { _ in self.leave(id, number) }
    return (events, isNew)
  }

  private func report(_ event: Event, of id: Int, _ unclaimed: Report) async {
    let isUnclaimed = state.withLock { state in
      state.loads[id].map { $0.key != nil && $0.listeners.isEmpty } ?? false
    }
    // Whoever comes meanwhile gets this event, because it isn't stored anywhere yet.
    if isUnclaimed { await unclaimed(event) }
    let load = state.withLock { state in
      state.loads[id]?.key = nil
      return state.loads[id]
    }
    for listener in load?.listeners.values ?? [:].values { listener.yield(event) }
  }

  private func end(_ id: Int) {
    let load = state.withLock { $0.loads.removeValue(forKey: id) }
    for listener in load?.listeners.values ?? [:].values { listener.finish() }
  }

  /// Removes a listener, and cancels the loads that are no longer wanted.
  private func leave(_ id: Int, _ number: Int) {
    let unwanted = state.withLock { state in
      state.loads[id]?.listeners[number] = nil
      return state.removeUnwanted(limit: Self.lastingLimit)
    }
    for task in unwanted { task.cancel() }
  }
}
