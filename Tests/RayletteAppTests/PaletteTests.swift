import Foundation
import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// The list of all commands that do something now.
struct PaletteTests {
  private var store = SampleStore(links: Samples.annotatedLinks)
  private var state: AppState

  init() {
    state = Samples.state(saved: store.links)
    store.press(.tab, in: &state)
  }

  private mutating func press(_ keys: KeySequence...) {
    for key in keys.flatMap(\.keys) { store.press(key, in: &state) }
  }

  private var titles: [String] { state.palette?.matches.map(\.label) ?? [] }

  @Test("it lists exactly the commands that change something", arguments: KeyMapTests.states)
  func offers(name: String, state: AppState) {
    var open = state
    _ = update(&open, .keyPressed(.character(":")))
    guard let palette = open.palette, state.palette == nil else { return }
    #expect(!palette.entries.isEmpty)
    for entry in palette.entries {
      var (before, after) = (state, state)
      before.notice = nil
      after.notice = nil
      let effects = run(entry.name, in: &after)
      #expect(after != before || !effects.isEmpty, "\(name): \(entry.name)")
    }
    let offered = Set(palette.entries.map(\.name))
    #expect(offered.count == palette.entries.count)
    for command in state.surroundings.keyMap.available(in: state)
    where !command.traits.contains(.moves) && !offered.contains(command.name) {
      var (before, after) = (state, state)
      before.notice = nil
      after.notice = nil
      command.run(&after)
      #expect(
        command.name == "app.palette" || after == before,
        "\(name): \(command.name) is missing")
    }
  }

  @Test("a command from the palette does what its key does", arguments: KeyMapTests.states)
  func runs(name: String, state: AppState) {
    var open = state
    _ = update(&open, .keyPressed(.character(":")))
    guard let palette = open.palette, state.palette == nil else { return }
    for entry in palette.entries {
      var (pressed, run) = (state, open)
      let chord = state.surroundings.keyMap.chord(of: entry.name, in: state)
      let effects =
        chord.map { type($0, in: &pressed) } ?? update(&pressed, .command(entry.name))
      run.palette?.select(palette.entries.firstIndex(of: entry) ?? 0)
      #expect(update(&run, .keyPressed(.enter)) == effects, "\(name): \(entry.name)")
      #expect(run.palette == nil)
      (run.input.recentCommands, run.input.usedCommands) = (
        pressed.input.recentCommands, pressed.input.usedCommands
      )
      #expect(run == pressed, "\(name): \(entry.name)")
    }
  }

  @Test(
    "typed words find titles, names and letters in order, the best first",
    arguments: [
      ("remove", "saved.remove"), ("saved.rem", "saved.remove"), ("trash move", "saved.remove"),
      ("MARKDOWN", nil), ("lkdead", "saved.check"), ("undo", nil), ("copy", "link.copy"),
      ("d", "saved.remove"), ("q", "app.quit"), ("dead", "saved.check"),
    ] as [(String, String?)])
  mutating func filter(text: String, first: String?) {
    press(":")
    for letter in text { press(.character(letter)) }
    #expect(state.palette?.selected?.name == first)
    #expect(render(state).text.contains("No command matches.") == (first == nil))
  }

  @Test("commands that were run come first the next time, also after a restart")
  mutating func recent() throws {
    press(":", "dead links", .enter)
    press(.escape, ":", "density", .enter, ":")
    #expect(titles.prefix(2) == ["Show one or two rows a link", "Look for dead links"])
    let session = try JSONDecoder().decode(
      Session.self, from: JSONEncoder().encode(Session(of: state)))
    var next = Samples.state(saved: store.links)
    session.resume(in: &next)
    store.settle(update(&next, .program(.started)), in: &next)
    store.press(.character(":"), in: &next)
    #expect(next.palette?.entries.first?.name == "saved.density")
  }

  @Test(
    "keys open it: a colon and Alt-X everywhere, Ctrl-P where it doesn't move up",
    arguments: [
      (AppState.Tab.spin, Key.character(":"), true), (.spin, .alt("x"), true),
      (.spin, .control("p"), true), (.saved, .character(":"), true), (.saved, .alt("x"), true),
      (.saved, .control("p"), false),
    ])
  func opens(tab: AppState.Tab, key: Key, isOpened: Bool) {
    var state = Samples.state(saved: Samples.savedLinks)
    var store = SampleStore(links: Samples.savedLinks)
    if tab == .saved { store.press(.tab, .control("n"), in: &state) }
    let cursor = state.saved.cursor
    store.press(key, in: &state)
    #expect((state.palette != nil) == isOpened)
    #expect(state.saved.cursor == (isOpened ? cursor : cursor - 1))
  }

  @Test("keys move in it, edit the text and close it")
  mutating func keys() {
    press(":")
    store.press(.control("n"), .down, .down, .control("p"), in: &state)
    #expect(state.palette?.selection == 2)
    store.press(.pageDown, in: &state)
    #expect((state.palette?.selection ?? 0) > 10)
    store.press(.pageUp, .pageUp, in: &state)
    #expect(state.palette?.selection == 0)
    press("qj", .backspace, .backspace)
    #expect(state.palette?.text.text == "" && state.exitCode == nil)
    press(.backspace)
    #expect(state.palette == nil)
    for close in [KeySequence.escape, .control("g")] {
      press(":", close)
      #expect(state.palette == nil && state.tab == .saved)
    }
    press(":")
    _ = update(&state, .pasted("dead"))
    #expect(state.palette?.selected?.name == "saved.check")
  }

  @Test("a click runs a command, and one outside closes the palette")
  mutating func clicks() throws {
    press(":", "density")
    let box = ChooserLayout(try #require(state.palette), in: state.surroundings)
    let density = state.saved.view.density
    _ = update(&state, .mouse(.pressed(x: box.text.x, y: box.text.y, count: 1)))
    #expect(state.palette != nil)
    _ = update(&state, .mouse(.scrolled(rows: 3)))
    _ = update(&state, .mouse(.pressed(x: box.rows.x, y: box.rows.y, count: 1)))
    #expect(state.palette == nil && state.saved.view.density != density)
    press(":")
    _ = update(&state, .mouse(.pressed(x: 0, y: box.frame.y, count: 1)))
    #expect(state.palette == nil)
  }

  @Test("a command never acts on another link than the one that was seen")
  mutating func displaced() {
    press(":", "saved.remove")
    // Another program removes the link at the cursor meanwhile.
    store.links[0].trashedAt = Samples.now
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    let ids = state.saved.ids
    #expect(ids.count == 3)
    press(.enter)
    #expect(state.saved.ids == ids)
    #expect(state.notice?.text.hasPrefix("The selected link left the list.") == true)
  }

  @Test("a command that isn't possible any more says so")
  mutating func gone() {
    press(":", "saved.remove")
    for index in store.links.indices { store.links[index].trashedAt = Samples.now }
    store.settle(update(&state, .program(.storeChanged)), in: &state)
    press(.enter)
    #expect(state.notice?.text == "That isn't possible any more: move to the trash.")
  }

  @Test("a screen reader says the command, its key and its place")
  mutating func accessible() {
    state = state.accessible
    press(":", "dead links")
    #expect(SpokenScreen(state).place == "Commands")
    #expect(SpokenScreen(state).focus == ["Look for dead links, c c, 1 of 1"])
    press("xx")
    #expect(SpokenScreen(state).focus == ["No matches."])
  }
}

extension Chooser.Entry {
  /// The name of the command.
  fileprivate var name: String { command?.name ?? "" }
}
