import Links
import TerminalGrid
import Testing

@testable import RayletteApp

/// Keys that do nothing say why.
struct SilentKeyTests {
  /// States without anything to act on, besides those of the other tests.
  static let states: [(String, AppState)] = {
    var single = Samples.state(saved: [Samples.savedLinks[1]])
    var store = SampleStore(links: [Samples.savedLinks[1]])
    store.press(.tab, in: &single)
    var emptyTrash = single
    store.press(.character("g"), .character("t"), in: &emptyTrash)
    var unmatched = single
    store.press(
      .character("/"), .character("z"), .character("q"), .character("z"), .enter, in: &unmatched)
    var noMatch = Samples.choosing(.history, GridSize(columns: 80, rows: 24))
    type("!~", in: &noMatch)
    var noCommand = single
    type(":!~", in: &noCommand)
    let never = Samples.choosing(.never, GridSize(columns: 80, rows: 24))
    var noneLeft = never
    _ = update(&noneLeft, .chooser(.choicesRead(noneLeft.chooserRequest.id, .success(.never([])))))
    press(.enter, .enter, in: &noneLeft)
    let broken = Samples.state(saved: Samples.savedLinks, writeError: .full(path: "/x"))
    return KeyMapTests.states + [
      ("single", single), ("empty trash", emptyTrash), ("unmatched", unmatched),
      ("no match", noMatch), ("no command", noCommand), ("none left", noneLeft),
      ("read-only", broken),
    ]
  }()

  @Test("every key of every command does something or says why not", arguments: states)
  func silent(name: String, state: AppState) {
    // There, keys are typed.
    guard state.prompt == nil, state.linkHints == nil, state.help?.isTyping != true else { return }
    var before = state
    before.notice = nil
    before.saved.isCursorDisplaced = false
    let screen = render(before)
    let commands = KeyMap.standard.filter { $0.screens.contains(Focus(of: state)) }
    #expect(!commands.isEmpty)
    for key in Set(commands.flatMap(\.keys)) {
      var after = before
      let effects = update(&after, .keyPressed(key))
      let isSilent = effects.isEmpty && after.notice == nil && after.exitCode == nil
      #expect(!isSilent || render(after) != screen, "\(name): \(key.label)")
    }
  }

  @Test(
    "the sentences",
    arguments: [
      ("u", "empty", "Nothing to undo."),
      ("gf", "empty", "No searches in the config file, here or on other devices."),
      ("d", "empty", "No saved links yet."),
      ("d", "trash", "That's for saved links; gt leaves the trash."),
      ("d", "unmatched", "No matches."), ("k", "single", "This is the first link."),
      ("j", "single", "This is the last link."),
      ("ce", "single", "That's for links in the trash; gt opens it."),
      ("cm", "single", "This link hasn't moved."),
      (",o", "single", "There's nothing to sort."),
      ("s", "idle", "There's no card yet; space spins the wheel."),
      ("s", "loading", "The page is still loading."),
      ("[", "card", "There's no card before this one."),
      ("u", "card", "Nothing to undo."),
      ("gy", "card", "Sync isn't set up; raylette sync init does that."),
      ("k", "reader", "This is the top."), ("u", "reader", "Nothing to undo."),
      ("n", "reader", "There's no search yet. Press / to search."),
    ] as [(String, String, String)])
  func sentences(keys: String, name: String, expected: String) throws {
    var (_, state) = try #require(Self.states.first { $0.0 == name })
    for key in keys { press(.character(key), in: &state) }
    #expect(state.notice?.text == expected)
  }

  @Test("redo without anything to redo says so")
  func redo() {
    var state = Samples.state()
    press(.control("r"), in: &state)
    #expect(state.notice?.text == "Nothing to redo.")
  }
}
