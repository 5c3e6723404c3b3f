import RayletteRuntime
import Foundation
import LinkPreview
import Links
import LinkStore
import Markup
import RayletteApp

/// Picks links of a wheel one after the other, fetches their pages, and marks them as seen. Skips
/// dead links with a note.
final class SpinRun {
  private let access: SavedStoreAccess
  private let wheels: WheelStore
  private var state: WheelState
  private let fetcher: LinkFetcher
  private let timeout: Duration
  private let fetches: Bool
  private var last: String?
  /// Links whose hosts weren't found. They're marked as seen once the network is known to work,
  /// because until then the links may not be dead.
  private var undecided:
    [(drawn: DrawnLink, page: Result<LinkMetadata, LinkMetadataError>?, host: String)] = []

  struct Spun {
    let link: Wheel.Link
    let url: URL
    /// Nil if the page wasn't fetched.
    let metadata: LinkMetadata?
    let failure: LinkMetadataError?
  }

  init(
    access: SavedStoreAccess, wheels: WheelStore, wheel: WheelSummary, narrowing: WheelNarrowing,
    seed: UInt64?, fetcher: LinkFetcher, timeout: Duration, fetches: Bool
  ) {
    self.access = access
    self.wheels = wheels
    self.fetcher = fetcher
    self.timeout = timeout
    self.fetches = fetches
    state = WheelState(wheel, seed: seed ?? .random(in: .min ... .max), isSeeded: seed != nil)
    state.narrow(to: narrowing, counts: nil)
  }

  /// The number of dead links in a row after which the cause is probably another one.
  private static let deadLimit = 5

  /// Returns the next link, or nil if the wheel has none.
  func next() async throws(CommandFailure) -> Spun? {
    for attempt in 1... {
      guard let spun = try await spin() else { return nil }
      guard let failure = spun.failure else { return spun }
      CommandOutput.report("raylette: \(spun.link.address): \(failure.detail ?? failure.sentence)")
      if !failure.isOfDeadLink || attempt == Self.deadLimit { return spun }
    }
    return nil
  }

  private func spin() async throws(CommandFailure) -> Spun? {
    let draw = state.draw(
      excluding: undecided.map(\.drawn.link.address) + [last].compactMap(\.self))
    let isOffline = fetches ? await !fetcher.hasNetwork() : false
    let (fetcher, wheels, fetches, timeout) = (fetcher, wheels, fetches, timeout)
    let drawn = try await access.run { _ throws(StoreError) -> DrawnLink? in
      let cached = isOffline ? try await fetcher.cache?.addresses() ?? [] : nil
      return try await wheels.draw(draw, among: cached)
    }
    guard let drawn, let url = URL(webAddress: drawn.link.address) else { return nil }
    last = drawn.link.address
    var page: Result<LinkMetadata, LinkMetadataError>?
    if fetches { page = await fetcher.page(of: url, timeout: timeout) }
    if case .failure(.failed(.hostNotFound(let host)))? = page {
      undecided.append((drawn, page, host))
    } else {
      try await mark(drawn, page)
    }
    if case .success? = page, !isOffline { try await markUndecided() }
    if Set(undecided.map(\.host)).count > 1, await fetcher.hasNetwork() {
      try await markUndecided()
    }
    let failure: LinkMetadataError? = if case .failure(let error)? = page { error } else { nil }
    return Spun(link: drawn.link, url: url, metadata: try? page?.get(), failure: failure)
  }

  private func markUndecided() async throws(CommandFailure) {
    for dead in undecided { try await mark(dead.drawn, dead.page) }
    undecided = []
  }

  /// - Parameter page: nil if the page wasn't fetched. Then no card came up.
  private func mark(
    _ drawn: DrawnLink, _ page: Result<LinkMetadata, LinkMetadataError>?
  ) async throws(CommandFailure) {
    let startsOver = state.markSeen(drawn)
    let (wheels, state, now) = (wheels, state, Date())
    guard wheels.writeError == nil || !state.id.isKept else { return }
    try await access.run { _ throws(StoreError) in
      if startsOver {
        try await wheels.startOver(state.id, after: drawn.round, narrowedTo: state.narrowing)
      }
      try await wheels.markSeen(drawn.link.address, on: state.id, at: now)
      guard let page, wheels.writeError == nil else { return }
      let metadata = try? page.get()
      let visit = Visit(
        address: drawn.link.address, title: metadata?.displayTitle ?? drawn.link.title,
        wheel: state.name, seenAt: now)
      try await wheels.record(visit, isShown: metadata != nil)
    }
  }
}

extension LinkFetcher {
  /// Returns the metadata of a page from the cache or the network.
  fileprivate func page(
    of url: URL, timeout: Duration
  ) async -> Result<LinkMetadata, LinkMetadataError> {
    switch await known(url, timeout: timeout, { _ in }) {
    case .entry(let entry)?: .success(entry.metadata)
    case .failure(let failure)?: .failure(failure.error)
    case nil: await metadata(of: url, timeout: timeout)
    }
  }
}
