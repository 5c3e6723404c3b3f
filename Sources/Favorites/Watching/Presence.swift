import Foundation
import TaskLimits

/// Whether somebody uses the program. News from elsewhere is wanted soon then. Otherwise the program
/// looks every few minutes only, so that it costs nothing while it's left open.
struct Presence: Sendable {
  let now: @Sendable () -> Date
  private let lastUse: Locked<Date?>

  /// - Parameter isThere: whether somebody is there now, such as at the start.
  init(isThere: Bool = false, now: @escaping @Sendable () -> Date) {
    self.now = now
    lastUse = Locked(isThere ? now() : nil)
  }

  /// How long the user counts as present after the last key.
  static let limit: TimeInterval = 30

  /// Notes that the user did something.
  /// - Returns: whether nobody was there before.
  @discardableResult func noteUse() -> Bool {
    let date = now()
    return lastUse.withLock { lastUse in
      defer { lastUse = date }
      return !Self.isRecent(lastUse, at: date)
    }
  }

  var isThere: Bool { Self.isRecent(lastUse.withLock { $0 }, at: now()) }

  private static func isRecent(_ use: Date?, at date: Date) -> Bool {
    // The clock may have been set back.
    use.map { abs(date.timeIntervalSince($0)) < limit } ?? false
  }
}
