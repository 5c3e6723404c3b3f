package import Foundation

/// The hybrid logical clock of a device. Its readings never go back, even if the system's clock
/// does.
package struct SyncClock: Hashable, Sendable {
  package var device: String
  private(set) package var milliseconds: Int64
  private(set) package var count: Int

  /// Creates a clock that continues after a reading.
  package init(device: String, milliseconds: Int64 = 0, count: Int = 0) {
    self.device = device
    self.milliseconds = milliseconds
    self.count = count
  }

  /// How far ahead another device's clock may be, in milliseconds. With a greater difference, one
  /// of the two clocks is wrong.
  package static let tolerance: Int64 = 86_400_000

  /// The latest time that counts at a date, in milliseconds since 1970. A change with a later time
  /// waits, so that a wrong clock can't win every merge of a field for years.
  ///
  /// If the system's clock is far behind the last reading, the reading decides, so that changes
  /// from before the clock went wrong still count.
  package func limit(at date: Date) -> Int64 {
    (isAhead(of: date) ? milliseconds : date.syncMilliseconds) + Self.tolerance
  }

  /// Whether the last reading is more than a week ahead of the system's clock, so that one of them
  /// is wrong.
  package func isAhead(of date: Date) -> Bool {
    milliseconds > date.syncMilliseconds + 7 * Self.tolerance
  }

  /// Sets the clock back to a date, because its readings after the date are wrong.
  package mutating func reset(to date: Date) { (milliseconds, count) = (date.syncMilliseconds, 0) }

  /// Returns the time for a change made now, later than every earlier reading.
  package mutating func tick(at date: Date) -> SyncTime {
    let last = SyncTime(milliseconds: milliseconds, count: count, device: device)
    let now = SyncTime(milliseconds: date.syncMilliseconds, device: device)
    let time = now.milliseconds > milliseconds ? now : last.next(on: device)
    (milliseconds, count) = (time.milliseconds, time.count)
    return time
  }

  /// Moves the clock past another device's time, so that later changes here come after it.
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

/// A reading of a hybrid logical clock: when something was changed, and on which device.
///
/// All devices agree on the order of readings. It follows the devices' clocks where those are
/// right, and causes come before their effects even where the clocks are wrong
/// (https://cse.buffalo.edu/tech-reports/2014-04.pdf).
package struct SyncTime: Hashable, Comparable, Sendable {
  /// Since 1970.
  package var milliseconds: Int64
  /// Orders changes within the same millisecond.
  package var count: Int
  package var device: String

  package init(milliseconds: Int64, count: Int = 0, device: String) {
    self.milliseconds = milliseconds
    self.count = count
    self.device = device
  }

  package static func < (first: SyncTime, second: SyncTime) -> Bool {
    (first.milliseconds, first.count, first.device)
      < (second.milliseconds, second.count, second.device)
  }

  /// Returns this time, or the time just after a known one if that's later.
  ///
  /// A change comes after the value it replaces, even if a clock was wrong, because its author saw
  /// that value.
  package func after(_ known: SyncTime?) -> SyncTime {
    guard let known, known >= self else { return self }
    return known.next(on: device)
  }

  /// The first invalid count. Logs with greater counts are wrong, because no time could follow
  /// them.
  package static let countLimit = Int(UInt32.max)

  /// Returns the time just after this one.
  func next(on device: String) -> SyncTime {
    count + 1 < Self.countLimit
      ? SyncTime(milliseconds: milliseconds, count: count + 1, device: device)
      : SyncTime(milliseconds: milliseconds + 1, device: device)
  }

  /// Whether a time can count: it isn't after the limit, and another time can follow it.
  /// - Parameter limit: the latest time that counts. See ``SyncClock/limit(at:)``.
  package func isPlausible(by limit: Int64) -> Bool {
    milliseconds <= limit && count < Self.countLimit
  }
}
