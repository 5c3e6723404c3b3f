import NIOConcurrencyHelpers

/// What a fetch cost, for benchmarks.
package final class FetchStatistics: Sendable {
  package struct Counts: Hashable, Sendable {
    /// Requests sent, redirects and the second try included.
    package var requests = 0
    /// Bytes of bodies that were taken from the connections, inflated.
    package var bytesRead = 0
  }

  private let box = NIOLockedValueBox(Counts())

  package init() {}

  package var counts: Counts { box.withLockedValue { $0 } }

  func count(_ change: (inout Counts) -> Void) { box.withLockedValue { change(&$0) } }
}
