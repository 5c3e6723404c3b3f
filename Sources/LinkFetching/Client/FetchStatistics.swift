import Synchronization

/// The cost of a fetch, for benchmarks.
package final class FetchStatistics: Sendable {
  package struct Counts: Hashable, Sendable {
    /// The number of requests sent, including redirects and the second attempt.
    var requests = 0
    /// The number of body bytes read from the connections, after decompression.
    package var bytesRead = 0
  }

  private let box = Mutex(Counts())

  init() {}

  package var counts: Counts { box.withLock { $0 } }

  func count(_ change: (inout Counts) -> Void) { box.withLock { change(&$0) } }
}
