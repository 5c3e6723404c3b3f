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

  /// How far ahead of ours another clock may be. One that's further ahead is wrong, or ours is.
  package static let tolerance: Int64 = 86_400_000

  /// The latest time that counts at the moment, in milliseconds since 1970. What has a later one
  /// waits until its time has come, so that a clock that's wrong can't hold a field for years.
  ///
  /// A clock that was right and is far behind now doesn't make what came before it wrong.
  package func limit(at date: Date) -> Int64 {
    (isAhead(of: date) ? milliseconds : date.syncMilliseconds) + Self.tolerance
  }

  /// Whether the last reading is so much later than the system's clock that one of them is wrong.
  package func isAhead(of date: Date) -> Bool {
    milliseconds > date.syncMilliseconds + 7 * Self.tolerance
  }

  /// Goes back to a date, because the readings after it were wrong.
  package mutating func reset(to date: Date) { (milliseconds, count) = (date.syncMilliseconds, 0) }

  /// Returns the time of a change that's made now. It's later than all times before it.
  package mutating func tick(at date: Date) -> SyncTime {
    let last = SyncTime(milliseconds: milliseconds, count: count, device: device)
    let now = SyncTime(milliseconds: date.syncMilliseconds, device: device)
    let time = now.milliseconds > milliseconds ? now : last.next(on: device)
    (milliseconds, count) = (time.milliseconds, time.count)
    return time
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
