import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Background jobs on saved links, and wheels made from them.
struct JobUpdateTests {
  private var store = SampleStore(links: Samples.annotatedLinks)
  private var state: AppState

  init() {
    state = Samples.state(saved: store.links)
    store.press(.tab, in: &state)
  }

  @Test(
    "c checks the list and R refreshes the link at the cursor, or both act on selected links")
  mutating func targets() {
    #expect(
      store.press(.character("c"), .character("c"), in: &state) == [
        .job(.check(state.lastRequest, [4, 3, 2, 1]))
      ])
    _ = update(&state, .saved(.jobEnded(state.lastRequest, .checked(CheckCounts(total: 4)))))
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    #expect(store.press(.character("r"), in: &state) == [.job(.refresh(state.lastRequest, [4]))])
    _ = update(&state, .saved(.jobEnded(state.lastRequest, .refreshed([:], failed: 1))))
    store.press(.space, .down, .space, in: &state)
    #expect(
      store.press(.character("c"), .character("c"), in: &state) == [
        .job(.check(state.lastRequest, [4, 2]))
      ])
  }

  @Test("fetching more than 50 pages asks first")
  func asks() {
    for count in [50, 51] {
      var store = SampleStore(links: Samples.manyLinks(count))
      var state = Samples.state(saved: store.links)
      store.press(.tab, in: &state)
      let effects = store.press(.character("c"), .character("c"), in: &state)
      #expect((effects.isEmpty, state.question != nil) == (count > 50, count > 50))
      guard count > 50 else { continue }
      #expect(state.question?.text == "Check 51 links? That fetches each page.")
      store.press(.escape, .character("*"), .character("r"), in: &state)
      #expect(state.question?.text == "Load 51 links again? That fetches each page.")
      store.press(.escape, .escape, in: &state)
      #expect(state.saved.job == nil)
      store.press(.character("c"), .character("c"), in: &state)
      let ids = state.saved.ids
      #expect(
        store.press(.enter, in: &state) == [.job(.check(state.lastRequest, ids))])
    }
  }

  @Test("a job shows its progress, runs alone, and stops on esc")
  mutating func progress() throws {
    store.press(.character("c"), .character("c"), in: &state)
    let id = state.lastRequest
    _ = update(&state, .saved(.jobProgressed(id, done: 3)))
    #expect(render(state).text.contains("Checking 3 of 4. Press esc to stop."))
    #expect(store.press(.character("r"), in: &state).isEmpty)
    #expect(store.press(.escape, in: &state) == [.cancel(id)])
    var counts = CheckCounts(total: 4)
    for outcome in [LinkCheck.Outcome.ok, .gone, .gone] { counts.add(outcome) }
    _ = update(&state, .saved(.jobEnded(id, .checked(counts))))
    #expect(
      state.saved.job == nil
        && state.notice?.text == "Checked 3 of 4 links: 2 gone, 0 moved, 0 unreachable.")
    counts.add(.probablyGone(to: try #require(URL(string: "https://a.example/"))))
    #expect(counts.message == "Checked 4 links: 2 gone, 1 probably gone, 0 moved, 0 unreachable")
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    store.press(.character("c"), .character("c"), in: &state)
    _ = update(&state, .saved(.jobProgressed(id, done: 4)))
    #expect(state.saved.job?.done == 0, "progress of the previous job doesn't count for this one")
  }

  @Test("changing many links is a job, and what was done until it was stopped can be undone")
  mutating func manyChanges() throws {
    let values = Dictionary(
      uniqueKeysWithValues: (Int64(1)...1500).map { ($0, Samples.article) })
    store.press(.character("r"), in: &state)
    let effects = update(
      &state, .saved(.jobEnded(state.lastRequest, .refreshed(values, failed: 0))))
    #expect(effects.changes == [.make(.setMetadata(values))])
    let id = state.lastRequest
    _ = update(&state, .saved(.jobStarted(id, total: 1500)))
    // Another change in the queue doesn't end the job.
    _ = update(&state, .changes(.ended(.none, .make, .failure(.stopped))))
    state.notice = nil
    _ = update(&state, .saved(.jobProgressed(id, done: 1000)))
    #expect(render(state).text.contains("Changing 1,000 of 1,500. Press esc to stop."))
    #expect(store.press(.escape, in: &state) == [.cancel(id)])

    _ = update(&state, .saved(.jobEnded(id, .changed)))
    let part = ChangeOutcome(changed: Array(1...1000), interruption: .stopped)
    _ = update(&state, .changes(.ended(id, .make, .success(part))))
    #expect(state.saved.job == nil)
    #expect(state.notice?.text == "Refreshed 1,000 links, then it ended: it was stopped.")
    let undo = run("saved.undo", in: &state)
    #expect(undo == [.write(.undo(state.lastRequest, of: .request(id)))])
    let left = ChangeOutcome.replayed(.refreshed(failed: 0), Array(1...999), leftCount: 1)
    _ = update(&state, .changes(.ended(state.lastRequest, .undo, .success(left))))
    #expect(
      state.notice?.text
        == "Undone: refreshed 999 links. 1 link changed since stays as it is.")
  }

  @Test("m updates moved links to their new addresses")
  mutating func moves() throws {
    let url = try #require(URL(string: "https://new.example/"))
    store.links[0].check = LinkCheck(outcome: .moved(to: url), checkedAt: Samples.now)
    #expect(store.press(.character("c"), .character("m"), in: &state).isEmpty)
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    #expect(render(state).text.contains("moved to new.example"))
    #expect(
      press(.character("c"), .character("m"), in: &state).changes == [.acceptMoves([4])])
  }

  @Test("w makes a wheel of the list, and go restores the original wheel")
  mutating func wheel() {
    let before = state.spin.wheel
    store.press(.character("/"), in: &state)
    for key in "craft" { store.press(.character(key), in: &state) }
    store.press(.enter, in: &state)
    let effects = update(&state, .keyPressed(.character("w")))
    let id = state.lastRequest
    #expect(effects == [.read(.makeWheel(id, [3]))])
    let wheel = Wheel(name: "saved", links: [.init(address: "https://example.org/kept")])
    _ = update(&state, .wheel(.made(id, .success(WheelDouble.add(wheel, isKept: false)))))
    #expect(state.tab == .spin && state.spin.wheel.name == wheel.name)
    press(.space, in: &state)
    #expect(state.spin.card?.link.address == "https://example.org/kept")
    press(.escape, in: &state)
    press(.character("g"), .character("o"), in: &state)
    #expect(state.spin.wheel == before && state.spin.wheels.original == nil)
    #expect(state.notice?.text == "The wheel is “tutorials” again.")
  }
}
