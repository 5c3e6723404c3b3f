import TaskLimits
import TestSupport
import Testing

@Suite(.takesTurn)
struct TaskQueueTests {
  /// Counts how many tasks work at once.
  private actor Gauge {
    private var count = 0
    private(set) var peak = 0
    private(set) var total = 0

    func enter() {
      count += 1
      total += 1
      peak = max(peak, count)
    }

    func leave() { count -= 1 }
  }

  @Test("no more tasks than the limit work at once, and all of them get their turn")
  func limit() async {
    let gauge = Gauge()
    let queue = TaskQueue(limit: 3)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<50 {
        group.addTask {
          await queue.run {
            await gauge.enter()
            for _ in 0..<20 { await Task.yield() }
            await gauge.leave()
          }
        }
      }
    }
    #expect(await gauge.total == 50)
    #expect(await gauge.peak == 3)
  }

  @Test("a task that's cancelled while it waits doesn't work, and holds nobody up")
  func cancelled() async {
    let queue = TaskQueue(limit: 1)
    let gate = AsyncStream.makeStream(of: Void.self)
    let started = AsyncStream.makeStream(of: Void.self)
    let first = Task {
      await queue.run {
        started.continuation.finish()
        for await _ in gate.stream {}
      }
    }
    for await _ in started.stream {}
    let waiting = Task { await queue.run { Issue.record("it was cancelled") } }
    waiting.cancel()
    #expect(await waiting.value == nil)
    gate.continuation.finish()
    await first.value
    #expect(await queue.run { 7 } == 7)
  }

  @Test("a task whose turn comes at the moment of its cancellation doesn't work either")
  func cancelledAtItsTurn() async {
    for _ in 0..<200 {
      let queue = TaskQueue(limit: 1)
      let gate = AsyncStream.makeStream(of: Void.self)
      let started = AsyncStream.makeStream(of: Void.self)
      let first = Task {
        await queue.run {
          started.continuation.finish()
          for await _ in gate.stream {}
        }
      }
      for await _ in started.stream {}
      let waiting = Task { await queue.run { Issue.record("it was cancelled") } }
      for _ in 0..<5 { await Task.yield() }
      waiting.cancel()
      gate.continuation.finish()
      #expect(await waiting.value == nil)
      await first.value
      // The turn that wasn't used is there for the next one.
      #expect(await queue.run { 1 } == 1)
    }
  }

  @Test("each element is worked on once, with no more than the limit at once")
  func concurrently() async {
    let gauge = Gauge()
    await (0..<40).concurrently(limit: 4) { _ in
      await gauge.enter()
      for _ in 0..<20 { await Task.yield() }
      await gauge.leave()
    }
    #expect(await gauge.total == 40)
    #expect(await gauge.peak == 4)
  }

  @Test("an operation that ends, and one that's too slow")
  func timeLimit() async {
    #expect(await withTimeLimit(.seconds(600)) { 7 }.value == 7)
    let endless = { @Sendable () async -> Int in
      for await _ in AsyncStream<Never>.makeStream().stream {}
      return 0
    }
    guard case .timedOut = await withTimeLimit(.milliseconds(1), endless) else {
      Issue.record("didn't time out")
      return
    }
  }
}
