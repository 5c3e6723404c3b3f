import NIOConcurrencyHelpers

/// The number of bytes that all subresources of a fetch may use together, even if they're fetched
/// concurrently.
final class SubresourceBudget: Sendable {
  private let left: NIOLockedValueBox<Int>

  init(bytes: Int) { left = NIOLockedValueBox(bytes) }

  /// Reserves bytes. Returns their number, which is less than `wanted` if the budget runs out. Pass
  /// unused bytes to `release(_:)`.
  func reserve(_ wanted: Int) -> Int {
    left.withLockedValue { left in
      let granted = min(max(wanted, 0), left)
      left -= granted
      return granted
    }
  }

  package func release(_ unused: Int) { left.withLockedValue { $0 += unused } }
}
