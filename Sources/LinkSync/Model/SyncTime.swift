/// A reading of a hybrid logical clock: when something was changed, and on which device.
///
/// Readings are in one order that all devices agree on. They follow the devices' clocks where those
/// are right, and causes come before their effects even where they aren't
/// (https://cse.buffalo.edu/tech-reports/2014-04.pdf).
package struct SyncTime: Hashable, Comparable, Sendable {
  /// Since 1970.
  package var milliseconds: Int64
  /// Tells apart what happened in the same millisecond.
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

  /// Returns this time, or one just after another if that's later.
  ///
  /// Whoever changes a value has seen the one it replaces, so the change comes after it, even if a
  /// clock was wrong.
  package func after(_ known: SyncTime?) -> SyncTime {
    guard let known, known >= self else { return self }
    return known.next(on: device)
  }

  /// The least that a count can't be. Logs with greater ones are wrong: nothing could come after
  /// them.
  static let countLimit = Int(UInt32.max)

  /// Returns the time just after this one.
  func next(on device: String) -> SyncTime {
    count + 1 < Self.countLimit
      ? SyncTime(milliseconds: milliseconds, count: count + 1, device: device)
      : SyncTime(milliseconds: milliseconds + 1, device: device)
  }

  /// Whether a device has a right to this time: it's at most some moment, and something can come
  /// after it.
  /// - Parameter limit: see ``SyncClock/limit(at:)``.
  package func isPlausible(by limit: Int64) -> Bool {
    milliseconds <= limit && count < Self.countLimit
  }
}
