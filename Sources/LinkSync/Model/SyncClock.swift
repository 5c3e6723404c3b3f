package import Foundation

/// The hybrid logical clock of a device. It never goes back, whatever the system's clock does.
package struct SyncClock: Hashable, Sendable {
  package var device: String
  private(set) package var milliseconds: Int64
  private(set) package var count: Int

  /// A clock that goes on after a reading.
  package init(device: String, milliseconds: Int64 = 0, count: Int = 0) {
    self.device = device
    self.milliseconds = milliseconds
    self.count = count
  }

  /// How far ahead of ours another clock may be. One that's further ahead is wrong, and following
  /// it would spoil the times of all devices.
  package static let tolerance: Int64 = 86_400_000

  /// Returns the time of a change that's made now. It's later than all times before it.
  package mutating func tick(at date: Date) -> SyncTime {
    let now = date.syncMilliseconds
    (milliseconds, count) = now > milliseconds ? (now, 0) : (milliseconds, count + 1)
    return SyncTime(milliseconds: milliseconds, count: count, device: device)
  }

  /// Takes note of another device's time, so that later changes here come after it.
  package mutating func observe(_ time: SyncTime, at date: Date) {
    guard time.milliseconds <= date.syncMilliseconds + Self.tolerance else { return }
    if (time.milliseconds, time.count) > (milliseconds, count) {
      (milliseconds, count) = (time.milliseconds, time.count)
    }
  }
}

extension Date {
  /// Milliseconds since 1970.
  package var syncMilliseconds: Int64 {
    let limit = 253_402_300_800.0
    return Int64((min(max(timeIntervalSince1970, -limit), limit) * 1000).rounded())
  }

  package init(syncMilliseconds: Int64) {
    self.init(timeIntervalSince1970: Double(syncMilliseconds) / 1000)
  }
}
