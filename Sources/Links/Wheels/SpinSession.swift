package import Foundation
package import LinkPreview

/// The rules of spinning a wheel: what's drawn next, what counts as seen and when, and whether the
/// network works. It has no clock and does no I/O.
///
/// A host that isn't found may be gone, or the network is. So the card of its link is undecided until
/// another fetch tells which it is: a page that loads shows that the network works, and a second
/// host in a row that isn't found shows that it doesn't. Then the links come up again later.
///
///     var session = SpinSession(WheelState(summary, seed: 1))
///     let draw = session.draw(excluding: [])  // The store picks a link by these rules.
///     let origin = session.take(drawn)
///     var seen = session.learn(from: page, at: now)
///     seen += session.count(SeenLink(address: drawn.link.address), from: origin)
package struct SpinSession: Equatable, Sendable {
  /// The wheel in use.
  package var wheel: WheelState
  /// Whether there's no network as far as is known.
  package private(set) var isOffline = false
  /// The hosts that couldn't be found since the last page that loaded.
  private var missing: Set<String> = []
  /// The cards whose links may be dead. They count as seen once it's known that the network works.
  private var undecided: [Card] = []
  /// The links that count as seen.
  private var counted: Set<Int> = []
  private var lastID = 0

  /// Where a link was drawn.
  package struct Origin: Equatable, Sendable {
    fileprivate let id: Int
    package let wheel: WheelID
    /// The name of the wheel.
    package let name: String
    package let narrowing: WheelNarrowing
    package let drawn: DrawnLink
  }

  private struct Card: Equatable {
    let link: SeenLink
    let origin: Origin?
  }

  package init(_ wheel: WheelState) { self.wheel = wheel }

  /// Returns the rules for picking the next link.
  /// - Parameter addresses: The links that were drawn already. The last one is on screen.
  package mutating func draw(excluding addresses: [String]) -> WheelDraw {
    wheel.draw(excluding: undecided.map(\.link.address) + addresses)
  }

  /// Takes a link that was drawn from the wheel in use. It doesn't count as seen yet.
  package mutating func take(_ drawn: DrawnLink) -> Origin {
    lastID += 1
    return Origin(
      id: lastID, wheel: wheel.id, name: wheel.name, narrowing: wheel.narrowing, drawn: drawn)
  }

  /// Learns from a page that was fetched, or is in the cache, where a page of the last minute is as
  /// good as one that's fetched now. A remembered failure tells nothing.
  /// - Returns: The cards before it that count as seen now, because the network works.
  package mutating func learn(
    from page: Result<CachedMetadata, LinkMetadataError>, at now: Date
  ) -> [SeenLink] {
    switch page {
    case .success(let entry):
      entry.fetchedAt > now.addingTimeInterval(-60) ? learn(fromFailure: nil) : []
    case .failure(let failure): learn(fromFailure: failure)
    }
  }

  /// Learns from the end of a fetch.
  /// - Parameter failure: The failure, or nil if the page loaded.
  /// - Returns: As ``learn(from:at:)``.
  package mutating func learn(fromFailure failure: LinkMetadataError?) -> [SeenLink] {
    if case .failed(.hostNotFound(let host))? = failure {
      missing.insert(host)
      isOffline = isOffline || missing.count >= 2
    }
    guard failure?.provesNetwork != false else { return [] }
    adapt(toNetwork: true)
    return countUndecided()
  }

  /// Begins anew when the network was lost or is back. Undecided links may come up again.
  package mutating func adapt(toNetwork isUp: Bool) {
    guard isOffline == isUp else { return }
    (isOffline, missing, undecided) = (!isUp, [], [])
  }

  /// Counts all undecided links as seen, because the network works, so that they are dead.
  package mutating func countUndecided() -> [SeenLink] {
    let cards = undecided
    (isOffline, missing, undecided) = (false, [], [])
    return cards.flatMap { count($0.link, from: $0.origin) }
  }

  /// Whether a failure may come from the network.
  package func isDoubtful(_ failure: LinkMetadataError?) -> Bool {
    if case .failed(.hostNotFound(let host))? = failure { missing.contains(host) } else { false }
  }

  /// Counts a link as seen, now that its card came up, unless that has to wait.
  /// - Parameters:
  ///   - origin: Where it was drawn. Nil if the user chose it.
  ///   - failure: The failure of its fetch.
  ///   - isRemembered: Whether it failed in an earlier fetch, and wasn't fetched now.
  /// - Returns: What's to be stored, if anything.
  package mutating func count(
    _ link: SeenLink, from origin: Origin?, failure: LinkMetadataError? = nil,
    isRemembered: Bool = false
  ) -> [SeenLink] {
    if case .failed(.hostNotFound)? = failure, isOffline { return [] }
    if !isRemembered, isDoubtful(failure) {
      undecided.append(Card(link: link, origin: origin))
      return []
    }
    var link = link
    if let origin, counted.insert(origin.id).inserted {
      let startsOver =
        origin.wheel == wheel.id ? wheel.markSeen(origin.drawn) : origin.drawn.startsOver
      link.wheel = origin.wheel
      link.narrowing = origin.narrowing
      link.endedRound = startsOver ? origin.drawn.round : nil
    }
    return link.wheel == nil && link.visit == nil ? [] : [link]
  }
}

/// A link whose card came up, as it's stored.
package struct SeenLink: Equatable, Sendable {
  /// The address in the wheel.
  package let address: String
  /// The card for the history; nil for none.
  package let visit: Visit?
  /// Whether the page of the visit loaded.
  package let isLoaded: Bool
  /// The wheel in which the link counts as seen now. Nil if it does already, or if the user chose it.
  package fileprivate(set) var wheel: WheelID?
  package fileprivate(set) var narrowing = WheelNarrowing()
  /// The round in which the link was drawn, if the wheel starts over with it.
  package fileprivate(set) var endedRound: Int?

  package init(address: String, visit: Visit? = nil, isLoaded: Bool = true) {
    self.address = address
    self.visit = visit
    self.isLoaded = isLoaded
  }
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
