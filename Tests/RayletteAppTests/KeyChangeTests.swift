import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Keys of the config file.
struct KeyChangeTests {
  private var store = SampleStore(links: Samples.manyLinks(30))
  private var state: AppState

  init() {
    state = Samples.state(saved: store.links)
    store.press(.tab, in: &state)
  }

  static var chords: KeyMap {
    KeyMap([
      KeyChange(KeyChord(.character("g"), .character("g")), ["move.first"]),
      KeyChange(KeyChord(.character("g"), .character("e")), ["move.last"]),
      KeyChange(KeyChord(.control("x"), .control("s")), ["link.share"]),
    ])
  }

  @Test(
    "keys have names",
    arguments: [
      ("d", KeyChord(.character("d"))), ("D", KeyChord(.character("D"))),
      ("space", KeyChord(.character(" "))), ("C-x", KeyChord(.control("x"))),
      ("ctrl-X", KeyChord(.control("x"))), ("^x", KeyChord(.control("x"))),
      ("M-x", KeyChord(.alt("x"))), ("alt-X", KeyChord(.alt("X"))), ("C-i", KeyChord(.tab)),
      ("C-m", KeyChord(.enter)), ("C-[", KeyChord(.escape)), ("PgUp", KeyChord(.pageUp)),
      ("^", KeyChord(.character("^"))), ("é", KeyChord(.character("é"))),
      ("g g", KeyChord(.character("g"), .character("g"))),
      ("C-x  C-s", KeyChord(.control("x"), .control("s"))),
    ])
  func names(name: String, chord: KeyChord) throws {
    #expect(try KeyChord(name: name) == chord)
  }

  @Test(
    "anything else is no key",
    arguments: ["", " ", "a b c", "foo", "C-", "C-xy", "C-1", "C-c", "C-z"])
  func wrongNames(name: String) {
    #expect(throws: KeyNameError.self) { try KeyChord(name: name) }
  }

  @Test("a key runs its new command, and is taken from others only on the same screens")
  mutating func binds() {
    state.surroundings.keyMap = KeyMap([KeyChange(KeyChord(.space), ["saved.select-all"])])
    store.press(.space, in: &state)
    #expect(state.saved.selectedIDs.count == 30)
    // The standard key stays.
    store.press(.character("*"), in: &state)
    #expect(state.saved.selectedIDs.isEmpty)
    store.press(.tab, .space, in: &state)
    #expect(state.spin.card != nil)
  }

  @Test(
    "an unbound key does nothing, and neither does one that's given to another screen's command")
  mutating func unbinds() {
    state.surroundings.keyMap = KeyMap([
      KeyChange(KeyChord(.character("d")), []), KeyChange(KeyChord(.character("x")), ["spin.next"]),
    ])
    let before = state
    store.press(.character("d"), .character("x"), in: &state)
    #expect(state == before)
  }

  @Test("a digit of the config file is no count, and other digits still are")
  mutating func digits() {
    state.surroundings.keyMap = KeyMap([KeyChange(KeyChord(.character("3")), ["move.last"])])
    store.press(.character("3"), in: &state)
    #expect(state.saved.cursor == 29)
    store.press(.character("4"), .character("3"), .home, in: &state)
    #expect(state.saved.cursor == 29 && state.saved.count == nil)
    store.press(.character("5"), .home, in: &state)
    #expect(state.saved.cursor == 4)
  }

  @Test("footer, help and palette show the key that comes first in the file")
  mutating func shows() {
    state.surroundings.keyMap = KeyMap([
      KeyChange(KeyChord(.control("k")), ["saved.remove"]),
      KeyChange(KeyChord(.character("x")), ["saved.remove"]),
    ])
    #expect(render(state).text.contains("^K remove"))
    store.press(.character("?"), in: &state)
    let entries = HelpSection.all(on: .saved, state.surroundings.keyMap).flatMap(\.entries)
    #expect(entries.contains { $0.label == "^K" && $0.text == "move to the trash (also x, d)" })
    store.press(.escape, .character(":"), in: &state)
    let entry = state.palette?.entries.first { $0.command?.name == "saved.remove" }
    #expect(entry?.command?.chords.map(\.label) == ["^K", "x", "d"])
  }

  @Test("a chord waits visibly for its second key, and keeps the count")
  mutating func chord() {
    state.surroundings.keyMap = Self.chords
    store.press(.character("g"), in: &state)
    #expect(state.input.pendingKey == .character("g") && state.saved.cursor == 0)
    let footer = render(state).text.split(separator: "\n").last ?? ""
    #expect(footer.contains("g …") && footer.contains("esc cancel"))
    #expect(render(state).text.contains("e end"))
    store.press(.character("e"), in: &state)
    #expect(state.input.pendingKey == nil && state.saved.cursor == 29)
    store.press(.character("7"), .character("g"), .character("g"), in: &state)
    #expect(state.saved.cursor == 6)
    store.press(.control("x"), .control("s"), in: &state)
    #expect(state.sheet != nil)
  }

  @Test(
    "esc ends a chord, and a key that doesn't belong to it says so and does nothing",
    arguments: [
      (Key.escape, nil), (.control("g"), nil),
      (.character("d"), "gd does nothing here."),
    ] as [(Key, String?)])
  mutating func endsChord(key: Key, message: String?) {
    state.surroundings.keyMap = Self.chords
    let before = state
    store.press(.character("g"), key, in: &state)
    #expect(state.notice?.text == message)
    state.notice = nil
    #expect(state == before)
  }

  @Test("a click on the second key of a chord ends it", arguments: ClickTests.sizes)
  mutating func clicks(size: GridSize) throws {
    state.surroundings.keyMap = Self.chords
    _ = update(&state, .program(.resized(size)))
    store.press(.character("g"), in: &state)
    let menu = try #require(KeyMenuLayout(in: state))
    let entry = try #require(menu.entries.first { $0.key == .character("e") })
    let row = Array(render(state).row(entry.y).map(\.glyph.text))
    #expect(row[entry.x..<entry.x + entry.columns].joined() == "e end")
    store.settle(update(&state, .mouse(.pressed(x: entry.x, y: entry.y, count: 1))), in: &state)
    #expect(state.saved.cursor == 29)
  }

  /// Sentences that name a key, with the command whose key it is.
  static let sentences: [(command: String, state: AppState, sentence: String)] = {
    let links = Samples.manyLinks(30)
    var store = SampleStore(links: links)
    var list = Samples.state(columns: 40, rows: 10, saved: links)
    store.press(.tab, in: &list)
    var unmatched = list
    store.press(
      .character("/"), .character("z"), .character("q"), .character("z"), .enter, in: &unmatched)
    var asking = list
    for _ in 0..<6 { store.press(.space, in: &asking) }
    store.press(.enter, in: &asking)
    var waiting = Samples.sharing(Samples.loading())
    press(.character("m"), in: &waiting)
    var job = list
    job.surroundings.size.rows = 24
    job.saved.jobRequest.begin(.none, BackgroundJob(kind: .check, total: 9))
    return [
      ("saved.back", unmatched, "Press F to clear the filter."),
      ("question.yes", asking, "F opens, esc cancels"),
      ("question.no", asking, "enter opens, F cancels"),
      ("share.cancel", waiting, "Waiting for the page. Press F to cancel."),
      ("saved.back", job, "Checking 0 of 9. Press F to stop."),
    ]
  }()

  @Test("sentences name the user's key", arguments: sentences)
  func named(command: String, state: AppState, sentence: String) {
    var state = state
    state.surroundings.keyMap = KeyMap([KeyChange(KeyChord(.character("F")), [command])])
    #expect(render(state).text.contains(sentence), "\(render(state).text)")
  }

  @Test("where reading goes on, the sentence names the key for the top")
  func continued() {
    let place = ReadingPlace(block: 3, offset: 0, progress: 0.4)
    let state = Samples.reading(reading: ReadingState(place: place))
    #expect(state.notice?.text == "Continued at 40 %. gg goes to the top.")
  }

  @Test("characters are typed in a list that typing narrows, and other keys are commands there")
  mutating func typed() {
    state.surroundings.keyMap = KeyMap([
      KeyChange(KeyChord(.character("x")), ["move.down"]),
      KeyChange(KeyChord(.control("t")), ["move.down"]),
    ])
    store.press(.character(":"), .character("x"), .backspace, .control("t"), in: &state)
    #expect(state.palette?.text.text == "" && state.palette?.selection == 1)
  }

  @Test(
    "changes can contradict each other",
    arguments: [
      ([("x", ["saved.remove"]), ("y", ["app.quit"])], nil),
      ([("x", ["spin.save", "saved.select"])], nil),
      ([("x", ["saved.remove", "saved.select"])], "x has two commands on the same screen"),
      ([("C-x", ["saved.remove"]), ("ctrl-x", ["app.quit"])], "^X is there twice"),
      ([("g", ["move.first"]), ("g g", ["app.quit"])], "gg and g begin with the same key"),
      ([("g", ["spin.next"]), ("g g", ["saved.trash"])], nil),
      ([("x", ["palette.run"])], "x is typed where palette.run is"),
    ] as [([(String, [String])], String?)])
  func conflicts(changes: [(String, [String])], problem: String?) throws {
    let changes = try changes.map { KeyChange(try KeyChord(name: $0.0), $0.1) }
    let conflict = KeyMap.conflict(in: changes)
    #expect((conflict == nil) == (problem == nil))
    if let conflict, let problem {
      #expect(conflict.index == changes.count - 1 && conflict.problem.hasPrefix(problem))
    }
  }
}
