import NIOConcurrencyHelpers

/// The bytes that all subresources of a fetch may have together, however many are under way.
final class SubresourceBudget: Sendable {
  private let left: NIOLockedValueBox<Int>

  init(bytes: Int) { left = NIOLockedValueBox(bytes) }

  /// Sets bytes aside; fewer than wanted when no more are left. What goes unused is given back.
  func reserve(_ wanted: Int) -> Int {
    left.withLockedValue { left in
      let granted = min(max(wanted, 0), left)
      left -= granted
      return granted
    }
  }

  func giveBack(_ unused: Int) { left.withLockedValue { $0 += unused } }
}
