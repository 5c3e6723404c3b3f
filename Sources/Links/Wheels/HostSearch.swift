package import Foundation
package import LinkPreview

/// Tells dead links of a wheel from links that are only out of reach, by the hosts that couldn't be
/// found since the last page that loaded.
///
/// A host that isn't found may be gone, or the network is. So the card of its link is undecided until
/// another fetch tells which it is: a page that loads shows that the network works, and a second
/// host in a row that isn't found shows that it doesn't.
///
///     var search = HostSearch<Int>()
///     search.learn(from: .failed(.hostNotFound("a.example")))  // .nothing
///     search.postpone(1)
///     search.learn(from: nil)  // .network(undecided: [1])
package struct HostSearch<Card: Equatable & Sendable>: Equatable, Sendable {
  /// What the end of a fetch tells about the network.
  package enum Finding: Equatable, Sendable {
    case nothing
    /// Two different hosts in a row can't be found.
    case noHosts
    /// The network works, so the hosts that weren't found don't exist.
    case network(undecided: [Card])
  }

  private var missing: Set<String> = []
  /// The cards whose links may be dead. They count as seen once it's known that the network works.
  package private(set) var undecided: [Card] = []

  private static var limit: Int { 2 }

  package init() {}

  /// Learns from the end of a fetch.
  /// - Parameter failure: The failure, or nil if the page loaded.
  package mutating func learn(from failure: LinkMetadataError?) -> Finding {
    if case .failed(.hostNotFound(let host))? = failure {
      missing.insert(host)
      return missing.count >= Self.limit ? .noHosts : .nothing
    }
    guard failure?.provesNetwork != false else { return .nothing }
    defer { self = Self() }
    return .network(undecided: undecided)
  }

  /// Whether a failure may come from the network.
  package func isDoubtful(_ failure: LinkMetadataError?) -> Bool {
    if case .failed(.hostNotFound(let host))? = failure { missing.contains(host) } else { false }
  }

  /// Waits with a card until more is known.
  package mutating func postpone(_ card: Card) { undecided.append(card) }
}

extension CachedMetadata {
  /// Whether the page is as good as one that was fetched now, so that it shows that the network
  /// works.
  package func provesNetwork(at now: Date) -> Bool { fetchedAt > now.addingTimeInterval(-60) }
}

extension LinkMetadataError {
  /// Whether a fetch with this end has reached a host.
  fileprivate var provesNetwork: Bool {
    switch self {
    case .failed(.hostNotFound), .failed(.unreachable), .failed(.proxy),
      .failed(.badProxySetting), .failed(.unusableLibrary), .timedOut, .cancelled, .notAllowed,
      .unknown:
      false
    case .failed: true
    }
  }

  /// Whether the wheel goes on to another link, because this one is dead as far as one fetch can
  /// tell.
  /// - Parameter count: The number of dead links before it. After five in a row, the cause is
  ///   probably another one.
  package func isSkipped(after count: Int) -> Bool { count < 5 && isOfDeadLink }

  private var isOfDeadLink: Bool {
    if case .failed(.hostNotFound) = self { true } else { isOfMissingPage }
  }
}
