import TaskLimits
import TestSupport
import Testing

@Suite("A signal that wakes a task", .takesTurn)
struct WakeSignalTests {
  private let signal = WakeSignal()

  @Test("one that was sent before counts, and several count as one")
  func earlier() async {
    for _ in 0..<3 { signal.send() }
    #expect(await signal.wait() == .sent)
    #expect(await signal.wait(atMost: .milliseconds(1)) == .timeUp)
  }

  @Test(
    "wakes the task that waits, as often as it's sent", arguments: [nil, Duration.seconds(600)])
  func waiting(limit: Duration?) async {
    for _ in 0..<100 {
      async let reason = signal.wait(atMost: limit)
      await Task.yield()
      signal.send()
      #expect(await reason == .sent)
    }
  }

  @Test("a cancelled task doesn't wait", arguments: [nil, Duration.seconds(600)])
  func cancelled(limit: Duration?) async {
    let task = Task { await signal.wait(atMost: limit) }
    await Task.yield()
    task.cancel()
    #expect(await task.value == .cancelled)
  }
}
