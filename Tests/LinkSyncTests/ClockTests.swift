import Foundation
import LinkSync
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
}
