import Localization

/// All commands with their keys. Where two bindings share a key, at most one is available in any
/// state.
public struct KeyMap: Sendable {
  /// The config file's changes.
  let changes: [KeyChange]
  let bindings: [KeyBinding]
  /// The bindings of each screen, in the same order.
  private let screens: [Focus: [KeyBinding]]

  public init(_ changes: [KeyChange] = []) {
    let bindings = Self.bindings(changedBy: changes)
    self.changes = changes
    self.bindings = bindings
    screens = Dictionary(
      uniqueKeysWithValues: Focus.allCases.map { focus in
        (focus, bindings.filter { $0.focus.contains(focus) })
      })
  }

  /// Returns the bindings that exist on the screen, possible now or not.
  private func bindings(on screen: Focus) -> [KeyBinding] { screens[screen] ?? [] }

  /// Returns the action of a key in this state, or nil if there's none.
  /// - Parameter first: the previous key, if it began a chord.
  func action(for key: Key, after first: Key? = nil, in state: AppState) -> Action? {
    let chord = first.map { KeyChord($0, key) } ?? KeyChord(key)
    return bindings(on: Focus(of: state))
      .first { $0.chords.contains(chord) && $0.isPossible(state) }?.action
  }

  /// Returns the chords that begin with a key, each with its second key and its command.
  func continuations(of first: Key, in state: AppState) -> [(key: Key, binding: KeyBinding)] {
    available(in: state).flatMap { binding in
      binding.chords.compactMap { chord in
        chord.first == first ? chord.second.map { ($0, binding) } : nil
      }
    }
  }

  /// Returns the first key of a command as shown on screen. Empty if it has none.
  func label(ofCommand command: String) -> String {
    bindings.lazy.filter { $0.command == command }.map(\.label).first { !$0.isEmpty } ?? ""
  }

  /// Returns a sentence with advice about a command: `Press [ to look.` Nil if it has no key.
  /// - Parameter sentence: the sentence with a key.
  func advice(by command: String, _ sentence: (_ key: String) -> String) -> String? {
    let key = label(ofCommand: command)
    return key.isEmpty ? nil : sentence(key)
  }

  /// Returns whether chords of commands of the screen begin with a key, possible now or not.
  func begins(_ key: Key, in state: AppState) -> Bool {
    bindings(on: Focus(of: state)).contains { binding in
      binding.chords.contains { $0.first == key && $0.second != nil }
    }
  }

  /// Returns the key of an action as shown on screen. Empty if it has none in this state.
  func label(of action: Action, in state: AppState) -> String {
    chord(of: action, in: state)?.label ?? ""
  }

  /// Returns the most important key of an action, if it has one in this state.
  func chord(of action: Action, in state: AppState) -> KeyChord? {
    bindings(on: Focus(of: state))
      .first { $0.action == action && $0.isPossible(state) }?.chords.first
  }

  /// Returns the bindings available in this state, the most important first.
  func available(in state: AppState) -> [KeyBinding] {
    bindings(on: Focus(of: state)).filter { $0.isPossible(state) }
  }

  /// Returns the command of an action, if there is one in this state.
  func command(of action: Action, in state: AppState) -> String? {
    bindings(on: Focus(of: state)).first { $0.action == action && $0.isPossible(state) }?.command
  }

  /// Returns the description of a command.
  func help(of command: String) -> String {
    bindings.first { $0.command == command && !$0.help.isEmpty }?.help ?? command
  }

  /// Returns the text of a command for the menu after its first key.
  func menuText(of binding: KeyBinding) -> String {
    if let text = binding.menuText ?? binding.hint { return text }
    return binding.help.isEmpty ? help(of: binding.command) : binding.help
  }

  static var standard: [KeyBinding] {
    question + chooser + spin + saved + reader + share + wheel + details + sync + syncMovements
      + savedSecondary + sidebar + spinSecondary + everywhere + palette + help
  }

  /// The same bindings for what doesn't depend on their texts.
  private static let inAnyLanguage = standard

  private static var everywhere: [KeyBinding] {
    [
      KeyBinding(
        "app.spin", [.alt("1")], menu: .go("s", localized("Spin")), in: [.saved, .reader],
        localized("go to Spin"),
        section: .move, .screen(.tabPressed(.spin))),
      KeyBinding(
        "app.saved", [.alt("2")], menu: .go("l", localized("Saved")), in: [.spin, .reader],
        localized("go to Saved"),
        section: .move, .screen(.tabPressed(.saved))),
      KeyBinding(
        "saved.add", [.character("a")], in: Focus.tabs, hint: localized("add", context: "key"),
        localized("save an address"), section: .change, .changes(.addPressed)),
      // The screens that offer it say so.
      KeyBinding(
        "saved.import", [.character("i")], in: Focus.tabs,
        hint: localized("import", context: "key"),
        localized("import the bookmarks of a browser, as long as nothing is saved"),
        .chooser(.openPressed(.browsers))
      ) { $0.offersImport },
      KeyBinding(
        "view.images", [], menu: .view("i", localized("images")), in: Focus.tabs.union([.reader]),
        localized("show or hide the pictures of pages"), section: .view, .screen(.picturesPressed)
      ) { $0.pictures.possibleForm != nil },
      KeyBinding(
        "app.help", [.character("?")], in: Focus.tabs.union([.reader, .sidebar]),
        hint: localized("help", context: "key"),
        localized("show this help"), section: .help, .screen(.helpPressed)),
      KeyBinding(
        "app.repeat", [.character(".")],
        in: Focus.tabs.union([.reader, .sidebar, .details, .sync, .sharing, .address, .question]),
        localized("in accessible mode, repeat what was said last"), section: .help,
        .screen(.repeatPressed)
      ) { $0.appearance.isAccessible },
      KeyBinding(
        "app.quit", [.character("q")], in: Focus.tabs, hint: localized("quit", context: "key"),
        localized("quit; so does Ctrl-C"),
        section: .help, .screen(.quitPressed)),
    ]
  }

  /// The keys that answer a question.
  private static var question: [KeyBinding] {
    [
      KeyBinding(
        "question.yes", [.enter, .character("y")], in: [.question],
        hint: localized("yes", context: "key"), localized("yes"),
        .screen(.questionAnswered)),
      KeyBinding(
        "question.no", [.escape, .character("n"), .character("q")], in: [.question],
        hint: localized("no", context: "key"),
        localized("no"), .screen(.modalClosed)),
    ]
  }
}

extension KeyMap: Equatable {
  public static func == (a: KeyMap, b: KeyMap) -> Bool {
    a.changes == b.changes
  }
}

/// The texts of verbs that are commands of several screens.
enum VerbText {
  static var open: String { localized("open in the browser") }
  static var copy: String { localized("copy the address") }
  static var loadAgain: String { localized("load the page again") }
  static var switchTab: String { localized("switch between Spin and Saved") }
}

/// A change of the key map by the config file: a key for commands, or an unbound key.
public struct KeyChange: Hashable, Sendable {
  public var chord: KeyChord
  /// The names of the commands, each for different screens. Empty if the key is unbound.
  public var commands: [String]

  public init(_ chord: KeyChord, _ commands: [String]) {
    self.chord = chord
    self.commands = commands
  }
}

extension KeyMap {
  /// The names of all commands.
  public static let commands: [String] = inAnyLanguage.reduce(into: []) { names, binding in
    if !names.contains(binding.command) { names.append(binding.command) }
  }

  /// Returns the standard bindings with changes. A key is removed from other commands on the
  /// screens where its new command exists. On other screens, it keeps its command.
  static func bindings(changedBy changes: [KeyChange]) -> [KeyBinding] {
    var bindings = standard
    // The first key in the file becomes the first key of its command, which the footer shows.
    for change in changes.reversed() {
      let focus = Self.focus(of: change.commands)
      for index in bindings.indices {
        let isBound = change.commands.contains(bindings[index].command)
        // A key that types text can't be a command's key here.
        if isBound, !bindings[index].canHave(change.chord) { continue }
        var chords = bindings[index].chords
        if change.commands.isEmpty {
          chords.removeAll { $0 == change.chord }
        } else if isBound || !bindings[index].focus.isDisjoint(with: focus) {
          chords.removeAll { $0.overlaps(change.chord) }
        }
        if isBound { chords.insert(change.chord, at: 0) }
        if chords != bindings[index].chords { bindings[index] = bindings[index].with(chords) }
      }
    }
    return bindings
  }

  /// Returns the first change that contradicts itself or an earlier one, with the reason.
  public static func conflict(in changes: [KeyChange]) -> (index: Int, problem: String)? {
    for (index, change) in changes.enumerated() {
      let label = change.chord.label
      if let command = change.commands.first(where: { !canBind(change.chord, to: $0) }) {
        return (index, localized("\(label) is typed where \(command) is, and can't be its key"))
      }
      for (position, command) in change.commands.enumerated() {
        let other = change.commands[..<position].first {
          !focus(of: [$0]).isDisjoint(with: focus(of: [command]))
        }
        if let other {
          return (
            index,
            localized("\(label) has two commands on the same screen, \(other) and \(command)")
          )
        }
      }
      for previous in changes[..<index] where previous.chord.overlaps(change.chord) {
        if previous.chord == change.chord { return (index, localized("\(label) is there twice")) }
        let isDisjoint = focus(of: previous.commands).isDisjoint(with: focus(of: change.commands))
        if isDisjoint { continue }
        return (index, localized("\(label) and \(previous.chord.label) begin with the same key"))
      }
    }
    return nil
  }

  private static func canBind(_ chord: KeyChord, to command: String) -> Bool {
    inAnyLanguage.contains { $0.command == command && $0.canHave(chord) }
  }

  private static func focus(of commands: [String]) -> Set<Focus> {
    inAnyLanguage.filter { commands.contains($0.command) }
      .reduce(into: []) { $0.formUnion($1.focus) }
  }
}

extension KeyBinding {
  /// Whether the command can have a key. A key that types text can't be a command's where text is
  /// taken.
  fileprivate func canHave(_ chord: KeyChord) -> Bool {
    !focus.contains(where: \.takesText) || !chord.isTyped && chord.second == nil
  }
}

/// A command with its keys, when it's available, and its texts for the footer, the help and the
/// palette. Having all of these in one place keeps them consistent.
///
/// It's a class, because those of a screen are filtered for every key and every frame.
final class KeyBinding: Sendable {
  /// The stable name for the config file. Bindings with the same name are one command with
  /// different meanings on different screens.
  let command: String
  /// The keys, most important first.
  let chords: [KeyChord]
  /// The screens on which the command exists.
  let focus: Set<Focus>
  /// One word for the footer, or nil for obvious keys.
  let hint: String?
  /// One or two words for the menu after the first key, if the command stands in one.
  let menuText: String?
  /// The description in the help and the palette. Empty if another binding of the command has it.
  let help: String
  /// The heading in the help, or nil for keys that are explained on their own screen.
  let section: Section?
  let action: Action
  /// Whether the command can do something now, if the screen has it.
  let isPossible: @Sendable (AppState) -> Bool

  init(
    _ command: String, _ keys: [Key], menu: KeyMenu.Item? = nil, in focus: Set<Focus>,
    hint: String? = nil, _ help: String,
    section: Section? = nil, _ action: Action,
    when isPossible: @escaping @Sendable (AppState) -> Bool = { _ in true }
  ) {
    self.command = command
    let single = keys.map { KeyChord($0) }
    let inMenu = [menu?.chord].compactMap(\.self)
    // Named keys such as Home are the ones that nobody needs to be told.
    chords = single.contains(where: \.isTyped) ? single + inMenu : inMenu + single
    self.focus = focus
    self.hint = hint
    menuText = menu?.text
    self.help = help
    self.section = section
    self.action = action
    self.isPossible = isPossible
  }

  /// Creates a binding with other keys.
  private init(_ binding: KeyBinding, _ chords: [KeyChord]) {
    command = binding.command
    self.chords = chords
    focus = binding.focus
    hint = binding.hint
    menuText = binding.menuText
    help = binding.help
    section = binding.section
    action = binding.action
    isPossible = binding.isPossible
  }

  fileprivate func with(_ chords: [KeyChord]) -> KeyBinding { KeyBinding(self, chords) }

  /// The headings of the help.
  enum Section: CaseIterable, Sendable {
    case move, select, change, find, view, share, wheels, devices, help

    var title: String {
      switch self {
      case .move: localized("Move", context: "heading")
      case .select: localized("Select", context: "heading")
      case .change: localized("Change", context: "heading")
      case .find: localized("Find", context: "heading")
      case .view: localized("View", context: "heading")
      case .share: localized("Share", context: "heading")
      case .wheels: localized("Wheels")
      case .devices: localized("Devices")
      case .help: localized("Help")
      }
    }
  }
}

extension KeyBinding {
  /// Whether the command sorts the list in one order.
  var isSort: Bool { if case .saved(.sortChosen) = action { true } else { false } }

  /// Whether the command exists only in the accessible mode.
  var isForListening: Bool { action == .screen(.repeatPressed) }

  /// Whether the command exists only in the help.
  var isOfHelp: Bool { focus == [.help] }

  /// The chords of a single key.
  var keys: [Key] { chords.compactMap { $0.second == nil ? $0.first : nil } }

  /// The keys as shown on screen, the most important first.
  var labels: [String] { chords.map(\.label) }

  /// The key for the footer.
  var label: String { labels.first ?? "" }

  /// The description with the command's other keys: `next link (also Down, ^N)`.
  var helpWithKeys: String {
    let others = labels.dropFirst()
    return others.isEmpty ? help : localized("\(help) (also \(others.list))")
  }
}
