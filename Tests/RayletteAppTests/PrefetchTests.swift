import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The link that's fetched while the card before it is read. Its answers come late, twice or never.
struct PrefetchTests {
  private let entry = CachedMetadata(metadata: Samples.article, fetchedAt: Samples.now)
  private let dead = LinkMetadataError.failed(.httpStatus(404))

  /// A card on screen, with the request for the next link.
  private func shown(_ count: Int = 9) throws -> (state: AppState, next: RequestID) {
    let links = (0..<count).map { Wheel.Link(address: "https://example.org/\($0)") }
    var state = Samples.state(wheel: Wheel(name: "w", links: links))
    state.surroundings.prefetches = true
    spin(&state)
    let id = try #require(state.spin.card?.id)
    _ = update(&state, .program(.previewLoaded(id, .success(entry))))
    return (state, try #require(state.spin.prefetch?.id))
  }

  private func draw(_ path: String, page: Result<CachedMetadata, LinkMetadataError>? = nil)
    -> SpinDraw
  {
    SpinDraw(DrawnLink(link: Wheel.Link(address: "https://example.org/\(path)")), page: page)
  }

  @Test("one link is fetched ahead once a card is shown, and never a second one")
  func once() throws {
    var (state, next) = try shown()
    #expect(state.spin.prefetch != nil)
    let answers: [Action] = [
      .spin(.drawn(next, .success(draw("a")))), .program(.previewLoaded(next, .success(entry))),
      .program(.timePassed(Samples.now)), .spin(.refreshed(next, entry)),
    ]
    for answer in answers {
      let effects = update(&state, answer)
      #expect(effects == effects.withoutDraws)
    }
    #expect(state.spin.prefetch?.spin?.phase == .loaded(entry))
  }

  @Test("nothing is fetched ahead while a card loads, off the network, or if it's turned off")
  func never() throws {
    var (state, _) = try shown()
    _ = update(&state, .program(.networkChanged(isUp: false)))
    #expect(state.spin.prefetch == nil)
    state.surroundings.isOffline = false
    _ = update(&state, .program(.timePassed(Samples.now)))
    let next = try #require(state.spin.prefetch?.id)
    #expect(update(&state, .program(.meterChanged(isMetered: true))) == [.cancel(next)])
    _ = update(&state, .program(.timePassed(Samples.now)))
    #expect(state.spin.prefetch == nil)
    state.surroundings.isMetered = false
    state.surroundings.prefetches = false
    _ = update(&state, .program(.timePassed(Samples.now)))
    #expect(state.spin.prefetch == nil)
    var loading = Samples.loading()
    loading.surroundings.prefetches = true
    _ = update(&loading, .program(.timePassed(Samples.now)))
    #expect(loading.spin.prefetch == nil)
  }

  @Test("a page that's there is shown by the key itself, and only then counts as seen")
  func ready() throws {
    var (state, next) = try shown()
    let before = state.spin.wheel.unseenCount
    _ = update(&state, .spin(.drawn(next, .success(draw("a")))))
    #expect(update(&state, .program(.previewLoaded(next, .success(entry)))).isEmpty)
    #expect(state.spin.wheel.unseenCount == before && state.spin.trail.spins.count == 1)
    let effects = update(&state, .keyPressed(.space))
    #expect(state.spin.card?.id == next && state.spin.card?.phase == .loaded(entry))
    #expect(state.spin.wheel.unseenCount == before - 1)
    #expect(effects.marks == ["https://example.org/a"] && effects.seenLinks[0].visit != nil)
  }

  @Test("a page that's still loading becomes the card that's loading, and its answer arrives there")
  func loading() throws {
    var (state, next) = try shown()
    _ = update(&state, .spin(.drawn(next, .success(draw("a")))))
    let effects = press(.space, in: &state)
    #expect(state.spin.card?.id == next && state.spin.card?.isLoading == true)
    #expect(effects == effects.withoutDraws && !effects.contains(.cancel(next)))
    _ = update(&state, .spin(.progressed(next, elapsed: .seconds(1))))
    #expect(state.spin.card?.phase == .loading(elapsed: .seconds(1)))
    _ = update(&state, .program(.previewLoaded(next, .success(entry))))
    #expect(state.spin.card?.phase == .loaded(entry))
    // The next one is fetched now, by another request.
    #expect(state.spin.prefetch != nil && state.spin.prefetch?.id != next)
  }

  @Test("a link that isn't picked yet is waited for, and keys typed meanwhile act on its card")
  func picking() throws {
    var (state, next) = try shown()
    let first = try #require(state.spin.card?.id)
    _ = update(&state, .keyPressed(.space))
    #expect(state.spin.card?.id == first)
    #expect(update(&state, .keyPressed(.character("s"))).allSatisfy { $0.isReminder })
    let effects = update(&state, .spin(.drawn(next, .success(draw("a", page: .success(entry))))))
    #expect(state.spin.card?.id == next)
    #expect(effects.contains { if case .write(.save) = $0 { true } else { false } })
  }

  @Test("a dead link is skipped with a note, counts as seen, and stays in the trail")
  func skips() throws {
    var (state, next) = try shown()
    _ = update(&state, .spin(.drawn(next, .success(draw("gone")))))
    let effects = update(&state, .program(.previewLoaded(next, .failure(dead))))
    let second = try #require(state.spin.prefetch?.id)
    #expect(second != next && effects.count == 1 && effects.withoutDraws.isEmpty)
    _ = update(&state, .spin(.drawn(second, .success(draw("b", page: .success(entry))))))
    let shown = update(&state, .keyPressed(.space))
    #expect(state.spin.card?.id == second && state.spin.card?.failure == nil)
    #expect(state.notice?.text.contains("Skipped example.org") == true)
    #expect(shown.marks.contains("https://example.org/gone"))
    press(.character("["), in: &state)
    #expect(state.spin.card?.failure == dead)
  }

  @Test(
    "the note of skipped links says how many there were",
    arguments: [
      (1, "Skipped example.org, which isn't there any more. Press [ to look."),
      (2, "Skipped 2 dead links, which aren't there any more. Press [ to look."),
      (5, "Skipped 5 dead links, which aren't there any more. Press [ to look."),
    ])
  func skippedNote(count: Int, expected: String) throws {
    var (state, _) = try shown()
    for number in 0..<count {
      let id = try #require(state.spin.prefetch?.id)
      _ = update(&state, .spin(.drawn(id, .success(draw("gone\(number)", page: .failure(dead))))))
    }
    let id = try #require(state.spin.prefetch?.id)
    _ = update(&state, .spin(.drawn(id, .success(draw("b", page: .success(entry))))))
    _ = update(&state, .keyPressed(.space))
    #expect(state.notice?.text == expected)
  }

  @Test("after five dead links, the next one is shown as it is")
  func givesUp() throws {
    var (state, _) = try shown()
    for number in 0..<6 {
      let id = try #require(state.spin.prefetch?.id)
      _ = update(&state, .spin(.drawn(id, .success(draw("gone\(number)", page: .failure(dead))))))
    }
    #expect(state.spin.prefetch?.spin?.failure == dead)
    press(.space, in: &state)
    #expect(state.spin.card?.failure == dead && state.spin.trail.spins.count == 7)
  }

  @Test("a failure that may pass is tried again when the link is asked for")
  func again() throws {
    var (state, next) = try shown()
    _ = update(&state, .spin(.drawn(next, .success(draw("slow")))))
    _ = update(
      &state,
      .program(.previewLoaded(next, .failure(.timedOut(host: "example.org", after: .seconds(5))))))
    let effects = press(.space, in: &state)
    #expect(state.spin.card?.isLoading == true && state.spin.card?.id != next)
    #expect(
      effects.contains { if case .fetch(.preview(_, _, _, true, _)) = $0 { true } else { false } })
  }

  @Test("another wheel, or a narrowing, drops the link that was picked from the old one")
  func drops() throws {
    for purpose in [Chooser.Purpose.wheels, .narrowing] {
      var (state, next) = try shown()
      _ = update(&state, .spin(.drawn(next, .success(draw("a")))))
      Samples.open(purpose, in: &state)
      var effects = press(.enter, in: &state)
      if purpose == .narrowing {
        let counts = WheelState.Counts(all: 2, unseen: 1)
        effects = update(
          &state, .wheel(.narrowingCounted(state.spin.wheels.narrowingRequest.id, counts)))
      }
      #expect(effects.contains(.cancel(next)))
      // The late answer changes nothing.
      let before = state
      _ = update(&state, .program(.previewLoaded(next, .success(entry))))
      #expect(state == before)
    }
  }
}
