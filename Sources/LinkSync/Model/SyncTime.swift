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
