import TerminalGrid
import Testing

@testable import RayletteApp

/// A key has one meaning on all screens. The verbs of a day have single keys; what's rare stands in
/// a menu.
struct KeyMeaningTests {
  /// The commands that are one verb on different screens.
  private static let verbs: [Set<String>] = [
    ["spin.save", "reader.save", "saved.restore"],
    ["spin.retry", "saved.reload", "reader.reload", "details.reload", "sync.now"],
    ["saved.mark-read", "reader.mark"], ["saved.undo", "details.undo"],
    ["saved.filter", "wheel.narrow", "reader.find", "help.search"],
    ["link.read", "reader.follow"],
    ["saved.widen-card", "reader.widen"],
    ["saved.widen-list", "reader.narrow"],
    // The piece before and after: a card, a heading.
    ["spin.back", "reader.previous-heading"], ["spin.forward", "reader.next-heading"],
    // Closes what's open, and the program if nothing is.
    ["app.quit", "reader.back", "view.close", "help.close"],
    ["app.help", "view.close", "help.close"],
    // Opens, and closes again. As long as no link is there to have details, it imports some.
    ["link.details", "view.close", "saved.import"],
    ["link.share", "view.close"], ["link.address", "view.close"],
  ]

  /// The keys whose meaning is that of the screen's main action.
  private static let mainKeys: Set<Key> = [.space]

  /// Screens whose keys answer what the screen asks: a question, a way of sharing.
  private static let answers: Set<Focus> = [.question, .sharing]

  @Test("no character has two meanings, alone or after the key of a menu")
  func oneMeaning() {
    var meanings: [KeyChord: Set<String>] = [:]
    for command in KeyMap.standard where !command.screens.isSubset(of: Self.answers) {
      for chord in command.chords where chord.isTyped && !Self.mainKeys.contains(chord.first) {
        meanings[chord, default: []].insert(command.name)
      }
    }
    #expect(meanings.count > 60)
    for (chord, commands) in meanings where commands.count > 1 {
      #expect(
        Self.verbs.contains { commands.isSubset(of: $0) },
        "\(chord.label): \(commands.sorted().joined(separator: ", "))")
    }
  }

  @Test("the key of a menu isn't also the key of a command")
  func prefixes() {
    let commands = KeyMap.standard.filter { !$0.screens.isSubset(of: Self.answers) }
    let menus = Set(commands.flatMap(\.chords).filter { $0.second != nil }.map(\.first))
    #expect(menus == Set(KeyMenu.all.map(\.key)))
    for menu in menus {
      #expect(!commands.contains { $0.chords.contains(KeyChord(menu)) }, "\(menu.label)")
    }
  }

  @Test(
    "a verb has the same key wherever it makes sense",
    arguments: [
      ("l", "link.read", [.spin, .saved]), ("o", "link.open", [.spin, .saved, .reader]),
      ("d", "saved.remove", [.spin, .saved]), ("s", "spin.save", [.spin]),
      ("s", "reader.save", [.reader]), ("m", "saved.mark-read", [.saved]),
      ("m", "reader.mark", [.reader]), ("r", "spin.retry", [.spin]),
      ("r", "saved.reload", [.saved]),
      ("r", "reader.reload", [.reader]), ("r", "details.reload", [.details]),
      ("E", "saved.edit", [.saved]), ("t", "link.tag", [.spin, .saved, .reader]),
      ("e", "link.note", [.spin, .saved]), ("y", "link.copy", [.spin, .saved, .reader]),
      ("S", "link.share", [.spin, .saved, .reader]),
      ("i", "link.details", [.spin, .saved, .reader]),
      ("u", "saved.undo", [.spin, .saved, .reader]), ("a", "saved.add", [.spin, .saved]),
      ("W", "wheel.choose", [.spin, .saved]), (":", "app.palette", [.spin, .saved, .reader]),
      ("?", "app.help", [.spin, .saved, .reader]),
    ] as [(Character, String, Set<Focus>)])
  func everywhere(key: Character, command: String, screens: Set<Focus>) {
    for screen in screens {
      let bound = KeyMap.standard.contains {
        $0.name == command && $0.screens.contains(screen)
          && $0.chords.contains(KeyChord(.character(key)))
      }
      #expect(bound, "\(command) on \(screen)")
    }
  }

  @Test("the menus show what can follow, in their order", arguments: ClickTests.sizes)
  func menus(size: GridSize) throws {
    let links = Samples.manyLinks(5)
    var state = Samples.state(columns: size.columns, rows: size.rows, saved: links)
    var store = SampleStore(links: links)
    store.press(.tab, .character("g"), in: &state)
    let menu = try #require(KeyMenuLayout(in: state))
    #expect(menu.entries.prefix(3).map(\.text) == ["top", "end", "Spin"])
    #expect(menu.entries.allSatisfy { menu.frame.contains(x: $0.x, y: $0.y) })
    let text = render(state).text
    #expect(menu.entries.allSatisfy { text.contains("\($0.key.label) \($0.text)") })
    store.press(.escape, in: &state)
    #expect(KeyMenuLayout(in: state) == nil && state.notice == nil)
  }

  @Test("at 80 columns the footer has at most eight keys, at 200 all; all and help come last")
  func footer() {
    let links = Samples.manyLinks(5)
    var store = SampleStore(links: links)
    func hints(columns: Int) -> [String] {
      var state = Samples.state(columns: columns, rows: 24, saved: links)
      store.press(.tab, in: &state)
      return ScreenLayout(state).hints(in: state).map { "\($0.label) \($0.text)" }
    }
    #expect((5...8).contains(hints(columns: 80).count))
    #expect(hints(columns: 200).count > 12)
    for columns in [40, 60, 80, 140, 200] {
      #expect(hints(columns: columns).suffix(2) == [": all", "? help"], "\(columns)")
    }
  }

  @Test("with a selection, the footer says how many links a key is for")
  func selection() {
    let links = Samples.manyLinks(5)
    var state = Samples.state(saved: links)
    var store = SampleStore(links: links)
    store.press(.tab, .space, .space, in: &state)
    let hints = ScreenLayout(state).hints(in: state).map { "\($0.label) \($0.text)" }
    #expect(hints.contains("d remove 2") && hints.contains("enter open 2"))
    #expect(hints.contains("l read"), "\(hints)")
  }
}

/// The tips of the first starts.
struct TipTests {
  private func started(_ session: Session, shows: Bool = true) -> AppState {
    var state = Samples.state()
    session.resume(in: &state)
    state.input.showsTips = shows
    _ = update(&state, .program(.started))
    return state
  }

  @Test("ten starts show ten tips, each once, and then no more; a key removes it")
  func starts() {
    var session = Session()
    var tips: [String] = []
    for _ in 1...12 {
      var state = started(session)
      if let tip = state.input.tip {
        tips.append(tip)
        #expect(render(state).text.contains(tip))
      }
      press(.space, in: &state)
      #expect(state.input.tip == nil)
      session = Session(of: state)
    }
    #expect(tips.count == 10 && Set(tips).count == 10)
    #expect(tips.first == "Tip: l reads the page here, without a browser.")
  }

  @Test("a command that was used has no tip any more, also after the next start")
  func used() {
    var state = started(Session(), shows: false)
    #expect(state.input.tip == nil)
    press(.space, .character("l"), in: &state)
    #expect(state.input.usedCommands == ["link.read"])
    let session = Session(of: state)
    let next = started(session)
    #expect(next.input.tip?.hasPrefix("Tip: ") == true)
    #expect(next.input.tip?.contains("reads the page") == false)
  }

  @Test("a tip names the user's key, and there's none for a command without one")
  func keys() {
    let map = KeyMap([
      KeyChange(KeyChord(.control("x")), ["link.read"]), KeyChange(KeyChord(.character("l")), []),
      KeyChange(KeyChord(.character("/")), []),
    ])
    #expect(Tip.text(atStart: 1, used: [], map)?.hasPrefix("Tip: ^X reads") == true)
    #expect(Tip.text(atStart: 2, used: [], map)?.contains("filters") == false)
    #expect(Tip.text(atStart: 11, used: [], map) == nil)
  }
}
