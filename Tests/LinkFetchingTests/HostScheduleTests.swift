import TestSupport
import Testing

@testable import LinkFetching

/// The times at which hosts get their next request.
@Suite(.takesTurn)
struct HostScheduleTests {
  @Test(
    "hosts that may get a request are forgotten, and those that have to wait are not",
    arguments: [(Duration.zero, HostSchedule.limit), (.seconds(3600), 2 * HostSchedule.limit)])
  func forgetting(pause: Duration, count: Int) async {
    let schedule = HostSchedule(clock: ContinuousClock(), pause: pause)
    for number in 0..<2 * HostSchedule.limit {
      #expect(await schedule.waitForSlot(at: "s\(number).example"))
    }
    #expect(await schedule.nextRequestTimes.count <= count)
    #expect(await schedule.nextRequestTimes["s\(2 * HostSchedule.limit - 1).example"] != nil)
    if pause > .zero { #expect(await schedule.nextRequestTimes.count == count) }
  }
}
