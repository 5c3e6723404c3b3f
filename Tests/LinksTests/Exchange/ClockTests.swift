import Foundation
import Links
import Testing

@Suite("The clock of a device")
struct ClockTests {
  private static let now = Date(timeIntervalSince1970: 1_750_000_000)

  @Test("never goes back, whatever the system's clock does")
  func neverGoesBack() {
    var clock = SyncClock(device: "anna")
    var last = clock.tick(at: Self.now)
    for seconds in [0.0, 0, 0.0004, 60, 59, -86_400, 3600, 3600, -1e9, 1e12, 0] {
      let next = clock.tick(at: Self.now + seconds)
      #expect(next > last)
      last = next
    }
  }

  @Test("comes after what it has seen, and follows a clock up to a day ahead")
  func observes() {
    let day = SyncClock.tolerance
    var clock = SyncClock(device: "anna")
    let ahead = SyncTime(
      milliseconds: Self.now.syncMilliseconds + day, count: 3, device: "ben")
    clock.observe(ahead, at: Self.now)
    #expect(clock.tick(at: Self.now) > ahead)
    clock.observe(.init(milliseconds: 5, device: "ben"), at: Self.now)
    #expect(clock.tick(at: Self.now) > ahead)
  }

  @Test("isn't dragged along by a clock that's years ahead, and its changes still come later")
  func ignoresWrongClocks() {
    var clock = SyncClock(device: "anna")
    let wrong = SyncTime(milliseconds: 4_000_000_000_000, device: "ben")
    clock.observe(wrong, at: Self.now)
    #expect(clock.tick(at: Self.now).milliseconds == Self.now.syncMilliseconds)
    #expect(clock.tick(at: Self.now).after(wrong) > wrong)
    #expect(clock.tick(at: Self.now).milliseconds == Self.now.syncMilliseconds)
  }

  @Test("goes on after the greatest count, in the next millisecond")
  func carries() {
    let last = SyncTime(milliseconds: 5, count: 4_294_967_294, device: "ben")
    let next = SyncTime(milliseconds: 5, device: "anna").after(last)
    #expect(next == SyncTime(milliseconds: 6, device: "anna"))
    var clock = SyncClock(device: "anna", milliseconds: 5, count: 4_294_967_294)
    let tick = clock.tick(at: Date(syncMilliseconds: 0))
    #expect(tick == next && clock.tick(at: Date(syncMilliseconds: 0)) > tick)
  }

  @Test(
    "times up to a day ahead count; those of a clock that's behind now, too",
    arguments: [(0, 1.0), (-10_000, 1.0), (6, 1.0), (8, 9.0), (7_000, 7_001.0)])
  func limit(reading: Int64, days: Double) {
    let day = SyncClock.tolerance
    let clock = SyncClock(
      device: "anna", milliseconds: Self.now.syncMilliseconds + reading * day)
    #expect(clock.limit(at: Self.now) == (Self.now + days * 86_400).syncMilliseconds)
  }
}
