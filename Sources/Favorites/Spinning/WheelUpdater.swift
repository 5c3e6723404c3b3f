import Foundation
import LinkStore
import Links

/// Reads the sources of the user's wheels again if they're old enough, in the background and one
/// wheel after the other.
struct WheelUpdater: Sendable {
  let wheels: WheelStore
  /// The age in seconds from which sources are read again, or nil for never.
  let age: TimeInterval?
  let now: @Sendable () -> Date
  let report: News.Report

  func run() async {
    guard let age, wheels.writeError == nil, let all = try? await wheels.all() else { return }
    for wheel in all where wheel.isDue(at: now(), age: age) {
      let update = await WheelUpdate(of: wheel)
      if Task.isCancelled { return }
      do {
        try await wheels.update(
          wheel.id, to: update.links, keepsMissing: !update.isComplete, sources: update.sources,
          at: update.date)
        report(.wheelUpdated(wheel.id, name: wheel.name, failure: update.failures.first))
      } catch {
        report(.wheelUpdated(wheel.id, name: wheel.name, failure: "\(error)"))
      }
    }
  }
}

extension WheelSummary {
  /// Whether one of the wheel's sources is old enough. A failed attempt counts as reading.
  fileprivate func isDue(at date: Date, age: TimeInterval) -> Bool {
    let last = max(updatedAt, sources.compactMap(\.readAt).min() ?? updatedAt)
    return date.timeIntervalSince(last) >= age && sources.contains { $0.location.contains("://") }
  }
}
