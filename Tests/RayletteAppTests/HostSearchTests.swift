import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Hosts that can't be found, one after the other: the links may be dead, or the network is.
struct HostSearchTests {
  private let entry = CachedMetadata(metadata: Samples.article, fetchedAt: Samples.now)

  private func state(prefetches: Bool = false) -> AppState {
    let links = (0..<9).map { Wheel.Link(address: "https://\($0).example/") }
    var state = Samples.state(wheel: Wheel(name: "w", links: links))
    state.surroundings.prefetches = prefetches
    return state
  }

  private func missing(_ host: String) -> Result<CachedMetadata, LinkMetadataError> {
    .failure(.failed(.hostNotFound(host)))
  }

  /// Spins, and ends the fetch of the card.
  @discardableResult
  private func spin(
    _ state: inout AppState, _ result: Result<CachedMetadata, LinkMetadataError>
  ) throws -> [Effect] {
    press(.space, in: &state)
    return update(&state, .program(.previewLoaded(try #require(state.spin.card?.id), result)))
  }

  @Test("two different hosts in a row that aren't found mean offline, and nothing is counted")
  func offline() throws {
    var state = state()
    let first = try spin(&state, missing("a.example"))
    #expect(!state.surroundings.isOffline && first.marks.isEmpty)
    let again = try spin(&state, missing("a.example"))
    #expect(!state.surroundings.isOffline && again.marks.isEmpty)
    let second = try spin(&state, missing("b.example"))
    #expect(
      state.surroundings.isOffline && second.marks.isEmpty && state.spin.wheel.unseenCount == 9)
    #expect(render(state).text.contains("offline · 0 of 9 seen"))
    #expect(state.notice?.text == "Offline: spinning cached cards only.")
    // A retry that fails changes nothing, and the next spin shows a cached card.
    _ = run("spin.retry", in: &state)
    let retry = update(
      &state, .program(.previewLoaded(try #require(state.spin.card?.id), missing("c.example"))))
    #expect(retry.marks.isEmpty && state.spin.wheel.unseenCount == 9)
    let spun = run("spin.next", in: &state)
    guard case .fetch(.spin(_, _, _, onlyCached: true, _))? = spun.first else {
      Issue.record("no cached card is drawn")
      return
    }
  }

  @Test("the next page that loads ends it", arguments: [true, false])
  func online(isRefresh: Bool) throws {
    var state = state()
    try spin(&state, missing("a.example"))
    try spin(&state, missing("b.example"))
    _ = run("spin.retry", in: &state)
    let id = try #require(state.spin.card?.id)
    _ = update(
      &state,
      isRefresh ? .spin(.refreshed(id, entry)) : .program(.previewLoaded(id, .success(entry))))
    #expect(!state.surroundings.isOffline && state.notice?.text == "Online again.")
    #expect(!render(state).text.contains("offline"))
  }

  @Test(
    "a host that isn't found counts as seen once another one answers",
    arguments: [nil, .failed(.httpStatus(500)), .failed(.connectionRefused("b.example"))]
      as [LinkMetadataError?])
  func decided(failure: LinkMetadataError?) throws {
    var state = state()
    #expect(try spin(&state, missing("a.example")).marks.isEmpty)
    let dead = try #require(state.spin.card?.link.address)
    let effects = try spin(&state, failure.map { .failure($0) } ?? .success(entry))
    #expect(
      !state.surroundings.isOffline && effects.marks.count == 2 && effects.marks.first == dead)
    #expect(state.spin.wheel.unseenCount == 7)
    // The same host again is the first one in a row.
    try spin(&state, missing("c.example"))
    #expect(!state.surroundings.isOffline)
  }

  @Test("a failure that tells nothing of hosts neither ends nor begins it")
  func unrelated() throws {
    var state = state()
    try spin(&state, missing("a.example"))
    try spin(&state, .failure(.timedOut(host: "x.example", after: .seconds(5))))
    try spin(&state, missing("b.example"))
    #expect(state.surroundings.isOffline)
  }

  @Test("links that are fetched ahead aren't skipped as dead while the network may be down")
  func prefetch() throws {
    var state = state(prefetches: true)
    _ = try spin(&state, .success(entry))
    for host in ["a.example", "b.example"] {
      let id = try #require(state.spin.prefetch?.id)
      let draw = SpinDraw(DrawnLink(link: Wheel.Link(address: "https://\(host)/")))
      _ = update(&state, .spin(.drawn(id, .success(draw))))
      let effects = update(&state, .program(.previewLoaded(id, missing(host))))
      #expect(effects.marks.isEmpty)
    }
    #expect(
      state.surroundings.isOffline && state.spin.prefetch == nil
        && state.spin.trail.spins.count == 1)
    #expect(state.spin.wheel.unseenCount == 8)
  }

  @Test("a link that's fetched ahead and isn't found is dropped if the key comes before another")
  func undecidedPrefetch() throws {
    var state = state(prefetches: true)
    _ = try spin(&state, .success(entry))
    for host in ["a.example", "b.example"] {
      let id = try #require(state.spin.prefetch?.id)
      let draw = SpinDraw(DrawnLink(link: Wheel.Link(address: "https://\(host)/")))
      _ = update(&state, .spin(.drawn(id, .success(draw))))
      if host == "a.example" { _ = update(&state, .program(.previewLoaded(id, missing(host)))) }
    }
    let effects = press(.space, in: &state)
    #expect(state.spin.trail.spins.count == 2 && state.spin.card?.url.host() == "b.example")
    #expect(effects.marks.isEmpty && state.notice == nil)
  }

  @Test("pages on screen in Saved aren't given up, but fetched when the network is back")
  func backfill() throws {
    var links = Samples.savedLinks
    for index in links.indices { links[index].isFetched = false }
    var store = SampleStore(links: links)
    var state = Samples.state(saved: links)
    store.press(.tab, in: &state)
    #expect(state.saved.backfill.request.subject?.count == 4)
    for (id, host) in [(4, "a.example"), (3, "b.example")] as [(Int64, String)] {
      store.settle(
        update(&state, .saved(.backfilled(id, .failed(.hostNotFound(host))))), in: &state)
    }
    #expect(state.surroundings.isOffline && state.saved.backfill.request.subject == nil)
    #expect(state.saved.backfill.failures.isEmpty)
    _ = update(&state, .program(.networkChanged(isUp: true)))
    #expect(state.saved.backfill.request.subject?.count == 4)
  }
}
