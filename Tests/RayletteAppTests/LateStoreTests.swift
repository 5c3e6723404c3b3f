import Foundation
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Type-ahead: keys that are pressed before the store has answered earlier ones.
struct LateStoreTests {
  private static let links: [SavedLink] = {
    var links = Samples.manyLinks(16)
    for index in links.indices where index % 3 == 0 { links[index].tags = ["draft"] }
    for index in links.indices where index > 12 { links[index].trashedAt = Samples.now }
    return links
  }()

  static let bursts: [KeySequence] = [
    "\t/1|*d", "\t/1|d", "\t/1|jd", "\tG d", "\tGd", "\t,od", "\t,tG d", "\tjjd,od", "\tgt*s",
    "\tgts", "\tgtjs1",
    "\tdjd", "\tddkd", "\tdkd", "\tdu", "\tddu", "\tdduu", "\tdudd", "\t*du", "\t jdud",
    "\ttdraft x|u",
    "\ttswift|d", "\t j tbooks|/book|*d", "\t/1|*tdone|^/1|Gd", "\t/11|d^Gd", "\tvjjdGd",
    "\tgt*sgtdd",
    "\t/1|w", "\t/1|*yd", "\t/1|o", "\t/1|*S", "\t/1|jo", "\t,oo", "\tGo", "\tGi", "\tGe",
    "\t/x|^dd",
    "\t/1|*dq",
    "\ttdr\tx|", "\ttdr x y|d", "\t*tdr |", "\t/1v", "\tdgtsgtd",
  ]

  private static func state() -> AppState { Samples.state() }

  private static func keys(_ burst: KeySequence) -> [Key] {
    burst.keys.map { key in
      switch key {
      case .character("|"): .enter
      case .character("^"): .escape
      case .character("\t"): .tab
      default: key
      }
    }
  }

  /// What the user ends up with: the stored links and the screen.
  private struct Ending: Equatable {
    var stored: [SavedLink.ID: String]
    var listed: [SavedLink.ID]
    var marked: Set<SavedLink.ID>
    var tab: AppState.Tab
    var exitCode: Int32?
    /// Effects for other parts than the store, without request IDs.
    var others: [String]

    init(_ state: AppState, _ links: [SavedLink], _ effects: [Effect]) {
      stored = Dictionary(
        uniqueKeysWithValues: links.map { ($0.id, "\($0.tags) \($0.trashedAt != nil)") })
      listed = state.saved.ids
      marked = state.saved.selectedIDs
      tab = state.tab
      exitCode = state.exitCode
      others = effects.compactMap { effect in
        switch effect {
        case .system(.remind): nil
        case .system(let system): "\(system)"
        case .share(_, let activity, let source): "\(activity) \(source)"
        case .fetch(.findings(_, let url, _)): "findings \(url)"
        default: nil
        }
      }
    }

    func difference(from other: Ending) -> String {
      let stored = stored.filter { other.stored[$0.key] != $0.value }
      let wanted = other.stored.filter { self.stored[$0.key] != $0.value }
      return "stored \(stored) and not \(wanted); \(others) and not \(other.others); "
        + "listed \(listed.prefix(8)) and not \(other.listed.prefix(8)); "
        + "\(marked) and not \(other.marked); \(tab), \(exitCode ?? -1)"
    }
  }

  @Test(
    "keys act on the same links, however late and in whatever order answers come",
    arguments: bursts)
  func sameEnding(burst: KeySequence) {
    let keys = Self.keys(burst)
    var state = Self.state()
    var store = SampleStore(links: Self.links)
    var effects: [Effect] = []
    for key in keys where state.exitCode == nil { effects += store.press(key, in: &state) }
    let expected = Ending(state, store.links, effects)
    for seed in 0..<7 as Range<UInt64> {
      var late = LateStore(links: Self.links)
      var state = Self.state()
      var chance = SplitMix64(seed: seed)
      for key in keys {
        late.press(key, in: &state)
        // Takes up to six steps after each key. With none, all answers come after the last key.
        for _ in 0..<(seed % 7) { late.step(in: &state, by: &chance) }
      }
      late.settle(in: &state, by: &chance)
      #expect(state.input.typeAhead.isEmpty)
      let ending = Ending(state, late.store.links, late.others)
      if ending != expected {
        Issue.record("seed \(seed): \(ending.difference(from: expected))")
        return
      }
    }
  }

  @Test("when the store never answers, the screen says so, and esc stops waiting without a change")
  func never() {
    var state = Samples.state(saved: Self.links)
    var late = LateStore(links: Self.links)
    for key in Self.keys("\t/1|*d") { late.press(key, in: &state) }
    let request = state.saved.listing.request.id
    #expect(state.notice == nil && state.input.typeAhead.actions.count > 0)
    late.take(update(&state, .program(.waitIsLong(request))))
    #expect(render(state).text.contains("Waiting for the list. Press esc to stop."))
    let effects = update(&state, .keyPressed(.escape))
    #expect(effects == [.cancel(request)])
    #expect(state.notice?.text == "Stopped waiting; the keys typed meanwhile have no effect.")
    #expect(state.input.typeAhead.isEmpty && state.saved.selectedIDs.isEmpty && state.prompt == nil)
    #expect(state.saved.listing.requestedQuery == state.saved.query)
  }

  @Test("after the database is replaced, a pending change blocks no keys and hides no rows")
  func replacedFile() {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, in: &state)
    let removal = update(&state, .keyPressed(.character("d"))).changes
    let id = state.lastRequest
    #expect(removal.count == 1 && state.saved.changes.isLeaving(4))
    let trash = press(.character("g"), .character("t"), in: &state)
    _ = update(&state, .keyPressed(.character("j")))
    store.settle(update(&state, .program(.storeFailed(.replaced(path: "/x")))), in: &state)
    store.settle(trash, in: &state)
    #expect(!state.input.typeAhead.isEmpty)
    store.settle(
      update(&state, .changes(.ended(id, .make, .failure(.replaced(path: "/x"))))), in: &state)
    #expect(state.input.typeAhead.isEmpty && state.saved.query.isTrash)
    #expect(!state.saved.changes.isLeaving(4))
  }

  @Test("typing continues after esc stops waiting for tags")
  func tagsNever() throws {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, in: &state)
    let question = update(&state, .keyPressed(.character("t")))
    _ = update(&state, .keyPressed(.character("s")))
    let waiting = update(&state, .keyPressed(.space))
    #expect(waiting.contains { $0.isReminder })
    _ = update(&state, .keyPressed(.character("x")))
    _ = update(&state, .program(.waitIsLong(try #require(state.chooserRequest.pendingID))))
    #expect(state.notice?.text == "Waiting for the list. Press esc to stop.")
    _ = update(&state, .keyPressed(.escape))
    #expect(state.chooser?.text.text == "s")
    _ = update(&state, .keyPressed(.character("w")))
    #expect(state.chooser?.text.text == "sw")
    store.settle(question, in: &state)
    let effects = store.press(.enter, in: &state)
    #expect(effects.isEmpty && store.links[0].tags == ["sw"])
  }

  @Test("a reminder is ignored when the list has already arrived")
  func lateReminder() {
    var state = Samples.state(saved: Self.links)
    var late = LateStore(links: Self.links)
    var chance = SplitMix64(seed: 1)
    for key in Self.keys("\tj") { late.press(key, in: &state) }
    let request = state.saved.listing.request.id
    late.settle(in: &state, by: &chance)
    _ = update(&state, .program(.waitIsLong(request)))
    #expect(state.notice == nil && state.saved.cursor == 1)
  }

  @Test("when the list can't be read, keys typed for it are dropped")
  func failure() {
    var state = Samples.state(saved: Self.links)
    var late = LateStore(links: Self.links)
    for key in Self.keys("\t*d") { late.press(key, in: &state) }
    let request = state.saved.listing.request.id
    let effects = update(&state, .saved(.listed(request, .failure(.busy(path: "/x")))))
    #expect(effects.isEmpty && state.input.typeAhead.isEmpty && state.saved.selectedIDs.isEmpty)
    #expect(state.notice?.text == "/x is locked by another program; try again.")
  }

  @Test("a click refers to the link that was on screen, whatever replaces it")
  func click() {
    let links = Self.links.filter { $0.trashedAt == nil }
    var state = Samples.state(saved: links)
    var store = SampleStore(links: links)
    store.press(.tab, in: &state)
    let seen = state.saved.ids[3]
    // Reverses the order and clicks on a link before the new order arrives.
    let sorting = press(.character(","), .character("o"), in: &state)
    #expect(update(&state, .mouse(.pressed(x: 5, y: 9, count: 1))).contains { $0.isReminder })
    _ = update(&state, .keyPressed(.character("d")))
    store.settle(sorting, in: &state)
    #expect(state.saved.query.sort == .oldest)
    #expect(store.links.filter { $0.trashedAt != nil }.map(\.id) == [seen])

    let filtering = update(&state, .keyPressed(.character("/")))
    store.settle(filtering, in: &state)
    for key in "zzz" { store.press(.character(key), in: &state) }
    store.press(.escape, in: &state)
    let all = update(&state, .keyPressed(.character("/")))
    store.settle(all, in: &state)
    let typed = update(&state, .keyPressed(.character("7")))
    let entered = update(&state, .keyPressed(.enter))
    _ = update(&state, .mouse(.pressed(x: 5, y: 5, count: 1)))
    _ = update(&state, .keyPressed(.character("d")))
    let before = state.saved.undo.offered
    store.settle(typed + entered, in: &state)
    #expect(state.notice?.text == "That link is not in this list.")
    #expect(state.saved.undo.offered == before)
  }

  @Test("when the link at the cursor disappears, the next key asks before acting on another one")
  func displaced() {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, in: &state)
    let gone = state.saved.cursorID
    store.links.removeAll { $0.id == gone }
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    #expect(press(.character("d"), in: &state).isEmpty)
    #expect(
      state.notice?.text == "The selected link left the list. Press the key again for this one.")
    #expect(press(.character("d"), in: &state).changes == [.make(.trash([3], at: Samples.now))])
  }

  @Test("a wheel that arrives after esc stopped waiting changes nothing")
  func lateWheel() throws {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, in: &state)
    _ = update(&state, .keyPressed(.character("w")))
    let request = try #require(state.spin.wheels.makeRequest.pendingID)
    _ = update(&state, .keyPressed(.space))
    _ = update(&state, .program(.waitIsLong(request)))
    _ = update(&state, .keyPressed(.escape))
    let before = state
    _ = update(&state, .wheel(.made(request, .success(WheelDouble.add(Samples.wheel)))))
    #expect(state == before && state.tab == .saved)
  }

  @Test("an older answer about a link doesn't overwrite a newer one")
  func lateRows() {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    store.press(.tab, in: &state)
    let older = state.nextRequest()
    let newer = state.nextRequest()
    var links = Samples.savedLinks
    links[0].tags = ["new"]
    _ = update(&state, .saved(.linksRead(newer, .success(links))))
    _ = update(&state, .saved(.linksRead(older, .success(Samples.savedLinks))))
    #expect(state.saved.linkAtCursor?.tags == ["new"])
  }
}

extension Effect {
  var isReminder: Bool { if case .system(.remind) = self { true } else { false } }
}

extension KeySequence: CustomTestStringConvertible {
  var testDescription: String {
    keys.map { if case .character(let letter) = $0 { String(letter) } else { "·" } }.joined()
  }
}
