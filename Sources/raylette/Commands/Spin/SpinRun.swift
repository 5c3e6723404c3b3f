import Favorites
import Foundation
import LinkPreview
import Links
import LinkStore
import Markup

/// Picks links of a wheel one after the other, fetches their pages, and marks them as seen. Skips
/// dead links with a note. ``HostSearch`` tells which links are dead.
final class SpinRun {
  private let access: SavedStoreAccess
  private let wheels: WheelStore
  private var state: WheelState
  private let loader: MetadataLoader
  private let timeout: Duration
  private let fetches: Bool
  private var last: String?
  private var hostSearch = HostSearch<Card>()

  /// A link that came up, with the end of its fetch.
  private struct Card: Equatable {
    let drawn: DrawnLink
    /// Nil if the page wasn't fetched.
    let page: Result<CachedMetadata, LinkMetadataError>?
  }

  struct Spun {
    let link: Wheel.Link
    let url: URL
    /// Nil if the page wasn't fetched.
    let metadata: LinkMetadata?
    let failure: LinkMetadataError?
  }

  init(
    access: SavedStoreAccess, wheels: WheelStore, wheel: WheelSummary, narrowing: WheelNarrowing,
    seed: UInt64?, loader: MetadataLoader, timeout: Duration, fetches: Bool
  ) {
    self.access = access
    self.wheels = wheels
    self.loader = loader
    self.timeout = timeout
    self.fetches = fetches
    state = WheelState(wheel, seed: seed ?? .random(in: .min ... .max), isSeeded: seed != nil)
    state.narrow(to: narrowing, counts: nil)
  }

  /// Returns the next link, or nil if the wheel has none.
  func next() async throws(CommandFailure) -> Spun? {
    for skipped in 0... {
      guard let spun = try await spin() else { return nil }
      guard let failure = spun.failure else { return spun }
      CommandOutput.report("raylette: \(spun.link.address): \(failure.detail ?? failure.sentence)")
      if !failure.isSkipped(after: skipped) { return spun }
    }
    return nil
  }

  private func spin() async throws(CommandFailure) -> Spun? {
    let draw = state.draw(
      excluding: hostSearch.undecided.map(\.drawn.link.address) + [last].compactMap(\.self))
    let isOffline = fetches ? await !loader.hasNetwork() : false
    let (loader, wheels, timeout) = (loader, wheels, timeout)
    let picked = try await access.run { saved throws(StoreError) in
      try await WheelSpinner(loader: loader, saved: saved, wheels: wheels)
        .pick(draw, timeout: timeout, onlyCached: isOffline)
    }
    guard let picked, let url = URL(webAddress: picked.drawn.link.address) else { return nil }
    last = picked.drawn.link.address
    guard fetches else {
      try await mark(Card(drawn: picked.drawn, page: nil))
      return Spun(link: picked.drawn.link, url: url, metadata: nil, failure: nil)
    }
    let page: Result<CachedMetadata, LinkMetadataError>
    if let known = picked.page {
      page = known
    } else {
      page = await loader.entry(of: url, timeout: timeout)
    }
    try await settle(Card(drawn: picked.drawn, page: page), isRemembered: picked.failedAt != nil)
    let failure: LinkMetadataError? = if case .failure(let error) = page { error } else { nil }
    return Spun(
      link: picked.drawn.link, url: url, metadata: try? page.get().metadata, failure: failure)
  }

  /// Marks a card as seen, or waits with it until it's known whether its link is dead.
  /// - Parameter isRemembered: Whether the page failed in an earlier fetch, and wasn't fetched now.
  private func settle(_ card: Card, isRemembered: Bool) async throws(CommandFailure) {
    var finding = HostSearch<Card>.Finding.nothing
    switch card.page {
    case .success(let entry)? where entry.provesNetwork(at: Date()):
      finding = hostSearch.learn(from: nil)
    case .failure(let failure)? where !isRemembered:
      finding = hostSearch.learn(from: failure)
      if hostSearch.isDoubtful(failure) { hostSearch.postpone(card) }
    case .success?, .failure?, nil: break
    }
    switch finding {
    case .nothing: break
    case .noHosts:
      // Both may be gone, if other hosts are found.
      guard await loader.hasNetwork() else { return }
      try await markUndecided(hostSearch.undecided)
      hostSearch = HostSearch()
      return
    case .network(let undecided): try await markUndecided(undecided)
    }
    if !hostSearch.undecided.contains(card) { try await mark(card) }
  }

  private func markUndecided(_ cards: [Card]) async throws(CommandFailure) {
    for card in cards { try await mark(card) }
  }

  /// Counts the link as seen. A page that wasn't fetched isn't added to the history, because no card
  /// came up.
  private func mark(_ card: Card) async throws(CommandFailure) {
    let drawn = card.drawn
    let startsOver = state.markSeen(drawn)
    let (wheels, state, now) = (wheels, state, Date())
    guard wheels.writeError == nil || !state.id.isKept else { return }
    try await access.run { _ throws(StoreError) in
      if startsOver {
        try await wheels.startOver(state.id, after: drawn.round, narrowedTo: state.narrowing)
      }
      try await wheels.markSeen(drawn.link.address, on: state.id, at: now)
      guard let page = card.page, wheels.writeError == nil else { return }
      let metadata = try? page.get().metadata
      let visit = Visit(
        address: drawn.link.address, title: metadata?.displayTitle ?? drawn.link.title,
        wheel: state.name, seenAt: now)
      try await wheels.record(visit, isLoaded: metadata != nil)
    }
  }
}
