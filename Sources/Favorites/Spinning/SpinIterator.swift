package import Foundation
package import LinkPreview
package import LinkStore
package import Links
import Markup
import TaskLimits

/// Spins a wheel without a screen: picks one link after the other, fetches its page, and stores that
/// it was seen. ``SpinSession`` has the rules.
package struct SpinIterator {
  private let spinner: WheelSpinner
  private let timeout: Duration?
  private var session: SpinSession
  private var last: String?
  private var deadCount = 0

  /// A link that came up.
  package struct Element: Sendable {
    package let link: Wheel.Link
    package let url: URL
    /// Nil if the page wasn't fetched.
    package let metadata: LinkMetadata?
    package let failure: LinkMetadataError?
    /// Whether the link is dead and another one should take its place.
    package let isSkipped: Bool
  }

  /// - Parameter timeout: The time limit of a fetch, or nil to fetch no pages.
  package init(_ wheel: WheelState, spinner: WheelSpinner, timeout: Duration?) {
    self.spinner = spinner
    self.timeout = timeout
    session = SpinSession(wheel)
  }

  /// Returns the next link, or nil if the wheel has none.
  package mutating func next() async throws(StoreError) -> Element? {
    let (loader, wheels) = (spinner.loader, spinner.wheels)
    let draw = session.draw(excluding: [last].compactMap(\.self))
    let isOffline = timeout == nil ? false : await !loader.hasNetwork()
    let picked = try await spinner.pick(draw, timeout: timeout ?? .zero, onlyCached: isOffline)
    guard let picked, let url = URL(webAddress: picked.drawn.link.address) else { return nil }
    let (link, origin) = (picked.drawn.link, session.take(picked.drawn))
    last = link.address
    var page = timeout == nil ? nil : picked.page
    if page == nil, let timeout { page = await loader.entry(of: url, timeout: timeout) }
    var seen: [SeenLink] = []
    if picked.failedAt == nil, let page { seen = session.learn(from: page, at: loader.now()) }
    // The hosts that weren't found are gone, if others are found.
    if session.isOffline, await loader.hasNetwork() { seen += session.countUndecided() }
    var failure: LinkMetadataError?
    if case .failure(let error)? = page { failure = error }
    let metadata = try? page?.get().metadata
    let visit = Visit(
      address: link.address, title: metadata?.displayTitle ?? link.title, wheel: origin.name,
      seenAt: loader.now())
    // A page that wasn't fetched isn't added to the history, because no card came up.
    let card = SeenLink(
      address: link.address, visit: page == nil || wheels.writeError != nil ? nil : visit,
      isLoaded: metadata != nil)
    seen += session.count(
      card, from: origin, failure: failure, isRemembered: picked.failedAt != nil)
    for link in seen { try await wheels.record(link, at: loader.now()) }
    let isSkipped = failure?.isSkipped(after: deadCount) == true
    deadCount = isSkipped ? deadCount + 1 : 0
    return Element(
      link: link, url: url, metadata: metadata, failure: failure, isSkipped: isSkipped)
  }
}

extension WheelStore {
  /// Stores that a link was seen in its wheel, and its card in the history.
  package func record(_ link: SeenLink, at date: Date) async throws(StoreError) {
    // The history has the card even if the wheel can't be written.
    let mark = await Result { () async throws(StoreError) in
      guard let wheel = link.wheel else { return }
      if let round = link.endedRound {
        try await startOver(wheel, after: round, narrowedTo: link.narrowing)
      }
      try await markSeen(link.address, on: wheel, at: date)
    }
    if let visit = link.visit { try await record(visit, isLoaded: link.isLoaded) }
    try mark.get()
  }
}
