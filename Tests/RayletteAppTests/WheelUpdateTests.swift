import Foundation
import LinkPreview
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Choosing wheels, narrowing them, and taking links out of them.
struct WheelUpdateTests {
  private let size = GridSize(columns: 80, rows: 24)
  private let entry = CachedMetadata(metadata: Samples.article, fetchedAt: Samples.now)

  @Test("W lists the wheels; typing filters them, and enter spins the chosen one from then on")
  func chooses() throws {
    var state = Samples.choosing(.wheels, size)
    type("cla", in: &state)
    #expect(state.chooser?.matches.map(\.label) == ["classic"])
    press(.enter, in: &state)
    #expect(state.spin.wheel.name == "classic" && state.spin.card == nil && state.overlay == nil)
    #expect(Session(of: state).wheel == "classic")
    // The card from before is still in the trail.
    press(.character("["), in: &state)
    #expect(state.spin.card?.phase == .loaded(entry))
  }

  @Test(
    "a wheel of the command line isn't the choice for the next start, and keeps the one there is")
  func once() {
    var state = Samples.state()
    #expect(Session(of: state).wheel == nil)
    var previous = Session()
    previous.wheel = "classic"
    previous.resume(in: &state)
    #expect(state.spin.wheel.name == "tutorials" && Session(of: state).wheel == "classic")
  }

  @Test("a change of the network waits for the line that answers a key")
  func offlineAfterAnswer() {
    var state = Samples.state()
    state.notice = .success("Copied.")
    _ = update(&state, .program(.networkChanged(isUp: false)))
    #expect(state.notice == .success("Copied."))
    // The undo answers, too, because it has nothing to undo.
    press(.character("u"), in: &state)
    let answer = state.notice
    #expect(answer != nil && answer?.text != "Offline: spinning cached cards only.")
    press(.character("g"), .character("h"), .escape, in: &state)
    #expect(state.notice == .information("Offline: spinning cached cards only."))
    _ = update(&state, .program(.networkChanged(isUp: true)))
    #expect(state.notice == .information("Online again."))
  }

  @Test("a network that's back before anything was said of it is no news")
  func backAtOnce() {
    var state = Samples.state()
    state.notice = .success("Copied.")
    _ = update(&state, .program(.networkChanged(isUp: false)))
    _ = update(&state, .program(.networkChanged(isUp: true)))
    press(.character("g"), .character("h"), .escape, in: &state)
    #expect(state.notice == nil)
  }

  @Test("a change of the network concerns Spin, so other screens don't tell it")
  func offlineElsewhere() {
    var state = Samples.state(saved: Samples.savedLinks).accessible
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, .character("/"), .character("C"), in: &state)
    _ = update(&state, .program(.networkChanged(isUp: false)))
    #expect(state.notice == nil && render(state).text.contains("Filter: "))
    store.press(.enter, .down, in: &state)
    #expect(state.notice == nil)
    store.press(.alt("1"), in: &state)
    #expect(state.notice == .information("Offline: spinning cached cards only."))
  }

  @Test("the notice about the network doesn't hide a failure")
  func failure() {
    var state = Samples.state(writeError: .full(path: "/x"))
    _ = update(&state, .program(.networkChanged(isUp: false)))
    #expect(state.notice?.kind == .failure && state.surroundings.isOffline)
  }

  @Test("a fetch for the previous wheel is cancelled, and its late answer shows nothing")
  func cancels() throws {
    var state = Samples.loading()
    let id = try #require(state.spin.card?.id)
    Samples.open(.wheels, in: &state)
    #expect(press(.enter, in: &state).contains(.cancel(id)))
    _ = update(&state, .program(.previewLoaded(id, .success(entry))))
    #expect(state.spin.card == nil && state.spin.trail.spins.map(\.phase) == [.cancelled])
  }

  @Test(
    "a closed list isn't read any more, and doesn't open again or in place of a later one")
  func lateList() {
    var state = Samples.state()
    _ = run("wheel.choose", in: &state)
    let late = state.chooserRequest.id
    #expect(press(.escape, in: &state) == [.cancel(late)])
    _ = update(&state, .chooser(.choicesRead(late, .success(Samples.choices(.wheels)))))
    #expect(state.overlay == nil)
    _ = run("wheel.choose", in: &state)
    let first = state.chooserRequest.id
    press(.escape, in: &state)
    _ = run("history.open", in: &state)
    _ = update(&state, .chooser(.choicesRead(first, .success(Samples.choices(.wheels)))))
    #expect(state.chooser?.purpose == .history && state.chooser?.entries.isEmpty == true)
  }

  @Test("enter waits for a list that isn't there yet")
  func awaited() {
    var state = Samples.state()
    _ = run("wheel.choose", in: &state)
    #expect(press(.enter, in: &state).allSatisfy { $0.isReminder })
    _ = update(
      &state, .chooser(.choicesRead(state.chooserRequest.id, .success(Samples.choices(.wheels)))))
    #expect(state.spin.wheel.name == "awesome-swift")
  }

  @Test("/ narrows the wheel, the header says so, and the draws are narrowed until all is chosen")
  func narrows() throws {
    var state = Samples.choosing(.narrowing, size)
    type("game", .enter, in: &state)
    #expect(state.spin.wheel.narrowing.isEmpty)
    let counts = WheelState.Counts(all: 40, unseen: 39)
    _ = update(&state, .wheel(.narrowingCounted(state.spin.wheels.narrowingRequest.id, counts)))
    #expect(state.spin.wheel.narrowing == WheelNarrowing(topic: "Game"))
    #expect(render(state).text.contains("in Game · 1 of 40 seen · tutorials"))
    let effects = update(&state, .keyPressed(.space))
    guard case .fetch(.spin(_, let draw, _, _, _))? = effects.first else {
      Issue.record("nothing is drawn")
      return
    }
    #expect(draw.narrowing.topic == "Game")
    _ = update(&state, .spin(.drawn(state.spin.drawRequest.id, .success(nil))))
    // A language as well, and then everything.
    Samples.open(.narrowing, in: &state)
    type("+", .enter, in: &state)
    #expect(
      state.spin.wheels.narrowingRequest.subject == WheelNarrowing(topic: "Game", language: "C++"))
    _ = update(
      &state,
      .wheel(.narrowingCounted(state.spin.wheels.narrowingRequest.id, .init(all: 0, unseen: 0))))
    #expect(state.spin.wheel.narrowing == WheelNarrowing(topic: "Game"))
    #expect(state.notice?.text == "No link of tutorials is left for Game · C++.")
    Samples.open(.narrowing, in: &state)
    press(.enter, in: &state)
    #expect(state.spin.wheel.narrowing.isEmpty && state.spin.wheel.count == 1)
  }

  @Test("x takes a link out and goes on; u brings it back; X takes out its host")
  func never() throws {
    var state = Samples.state()
    spin(&state)
    let id = try #require(state.spin.card?.id)
    _ = update(&state, .program(.previewLoaded(id, .success(entry))))
    let card = try #require(state.spin.card)
    let effects = update(&state, .keyPressed(.character("x")))
    let request = state.lastRequest
    let expected = NeverAgain(
      .link(card.link.address), title: "Crafting Interpreters", addedAt: Samples.now)
    #expect(
      effects == [.write(.change(request, .never(expected), .never("Crafting Interpreters")))])
    let next = update(&state, .changes(.ended(request, .make, .success(.ofWheels)))).drawn(
      in: &state)
    #expect(next.contains(.read(.wheel(state.spin.wheel.id))))
    #expect(state.spin.card?.id != id && state.spin.card?.isLoading == true)
    #expect(state.notice?.text == "Never again: Crafting Interpreters. Press u to undo.")
    let undo = update(&state, .keyPressed(.character("u")))
    #expect(undo == [.write(.undo(state.lastRequest, of: .request(request)))])
    let undone = ChangeOutcome.replayed(.never("Crafting Interpreters"))
    _ = update(&state, .changes(.ended(state.lastRequest, .undo, .success(undone))))
    #expect(state.notice?.text == "Undone: never again: Crafting Interpreters.")
    let host = state.spin.card?.link.host ?? ""
    guard case .never(let entry)? = press(.character("X"), in: &state).changes.first else {
      Issue.record("nothing is written")
      return
    }
    #expect(entry.subject == .host(host))
  }

  @Test("a late answer to x doesn't move on from a card that the user went to meanwhile")
  func lateNever() throws {
    var state = Samples.state()
    spin(&state)
    let id = try #require(state.spin.card?.id)
    _ = update(&state, .program(.previewLoaded(id, .success(entry))))
    _ = update(&state, .keyPressed(.character("x")))
    let request = state.spin.neverRequest.id
    spin(&state)
    let other = try #require(state.spin.card?.id)
    _ = update(&state, .changes(.ended(request, .make, .success(.ofWheels)))).drawn(in: &state)
    #expect(state.spin.card?.id == other)
  }

  @Test("N lists what never comes up again, and enter takes entries back one by one")
  func takesBack() {
    var state = Samples.choosing(.never, size)
    #expect(press(.enter, in: &state).changes == [.allow(.host("medium.example"))])
    #expect(state.chooser?.entries.map(\.label) == ["An old page"])
    let first = state.lastRequest
    let read = update(&state, .changes(.ended(first, .make, .success(.ofWheels))))
    #expect(read == [.read(.wheel(state.spin.wheel.id))], "the card on screen stays")
    // Typing would filter the list.
    #expect(state.notice?.text == "Can come up again: medium.example.")
    press(.enter, in: &state)
    #expect(state.chooser?.entries.isEmpty == true)
    let failed = update(
      &state, .changes(.ended(state.lastRequest, .make, .failure(.busy(path: "/x")))))
    #expect(
      failed == [.read(.choices(state.chooserRequest.id, .never))],
      "the list shows again what couldn't be taken out of it")
    _ = update(&state, .chooser(.choicesRead(state.chooserRequest.id, .success(.never([])))))
    #expect(press(.enter, in: &state).isEmpty)
    press(.escape, in: &state)
    // The first one, which is the last that was made.
    let undo = press(.character("u"), in: &state)
    #expect(undo == [.write(.undo(state.lastRequest, of: .latest))])
    let undone = ChangeOutcome.replayed(.allowed("medium.example"))
    _ = update(&state, .changes(.ended(state.lastRequest, .undo, .success(undone))))
    #expect(state.notice?.text == "Undone: can come up again: medium.example.")
  }

  @Test("H lists earlier cards, on both tabs; the chosen one is loaded and can be saved")
  func history() throws {
    for tab in [AppState.Tab.spin, .saved] {
      var state = Samples.state(saved: Samples.savedLinks)
      var store = SampleStore(links: Samples.savedLinks)
      store.settle(update(&state, .tabClicked(tab)), in: &state)
      Samples.open(.history, in: &state)
      type("yout", in: &state)
      let effects = press(.enter, in: &state)
      #expect(state.tab == .spin && state.spin.card?.link.address == Samples.visits[2].address)
      let id = try #require(state.spin.card?.id)
      #expect(
        effects.contains {
          if case .fetch(.preview(id, _, _, false, _)) = $0 { true } else { false }
        })
      // It wasn't picked from the wheel.
      let marks = update(&state, .program(.previewLoaded(id, .success(entry))))
      #expect(marks.marks.isEmpty)
      #expect(!press(.character("s"), in: &state).isEmpty)
    }
  }

  @Test(
    "the history is filtered as Saved is",
    arguments: [
      ("#tutorials", [0, 2]), ("after:1d -craft", [1]), ("site:youtube", [2]),
    ] as [(KeySequence, [Int])])
  func filtersHistory(_ text: KeySequence, _ expected: [Int]) {
    var state = Samples.choosing(.history, size)
    type(text, in: &state)
    #expect(
      state.chooser?.matches.map(\.choice) == expected.map { .visit(Samples.visits[$0]) })
  }

  @Test("the history is cleared after a question")
  func clears() {
    var state = Samples.state()
    _ = run("history.clear", in: &state)
    #expect(state.notice == nil && state.question != nil)
    #expect(press(.enter, in: &state) == [.write(.clearHistory(state.lastRequest))])
    _ = update(&state, .changes(.historyCleared(state.lastRequest, .success(3))))
    #expect(state.notice == .success("Forgot 3 links."))
  }

  @Test("without a network, only cached cards are picked, and the header says so")
  func offline() {
    var state = Samples.state()
    _ = update(&state, .program(.networkChanged(isUp: false)))
    #expect(state.notice?.text == "Offline: spinning cached cards only.")
    #expect(render(state).text.contains("offline · 0 of 3 seen"))
    let effects = run("spin.next", in: &state)
    guard case .fetch(.spin(let id, _, _, let onlyCached, _))? = effects.first else {
      Issue.record("nothing is drawn")
      return
    }
    #expect(onlyCached)
    _ = update(&state, .spin(.drawn(id, .success(nil))))
    #expect(state.notice?.text == "Offline, and no card of tutorials is cached.")
    _ = update(&state, .program(.networkChanged(isUp: true)))
    #expect(state.notice?.text == "Offline, and no card of tutorials is cached.")
    press(.character("g"), .character("h"), .escape, in: &state)
    #expect(state.notice?.text == "Online again." && !state.surroundings.isOffline)
  }
}
