/// All commands with their keys. Where two bindings share a key, at most one is available in any
/// state.
public struct KeyMap: Sendable {
  /// The changes of the config file.
  let changes: [KeyChange]
  let bindings: [KeyBinding]

  public init(_ changes: [KeyChange] = []) {
    self.changes = changes
    bindings = Self.bindings(changedBy: changes)
  }

  /// Returns the action of a key in this state, or nil if there's none.
  /// - Parameter first: The key before it, if that begins a chord.
  func action(for key: Key, after first: Key? = nil, in state: AppState) -> Action? {
    let chord = first.map { KeyChord($0, key) } ?? KeyChord(key)
    return bindings.first { $0.chords.contains(chord) && $0.isAvailable(in: state) }?.action
  }

  /// Returns the commands of the chords that begin with a key, with their second keys.
  func continuations(of first: Key, in state: AppState) -> [(key: Key, binding: KeyBinding)] {
    available(in: state).flatMap { binding in
      binding.chords.compactMap { chord in
        chord.first == first ? chord.second.map { ($0, binding) } : nil
      }
    }
  }

  /// Returns the key of an action, or nil if it isn't available in this state.
  func key(for action: Action, in state: AppState) -> Key? {
    bindings.first { $0.action == action && $0.isAvailable(in: state) }?.keys.first
  }

  /// Returns the key of an action as shown on screen. Empty if it has none in this state.
  func label(of action: Action, in state: AppState) -> String {
    bindings.first { $0.action == action && $0.isAvailable(in: state) }?.label ?? ""
  }

  /// Returns the bindings available in this state, the most important first.
  func available(in state: AppState) -> [KeyBinding] {
    bindings.filter { $0.isAvailable(in: state) }
  }

  /// Returns the text about a command.
  func help(of command: String) -> String {
    bindings.first { $0.command == command && !$0.help.isEmpty }?.help ?? command
  }

  static let standard: [KeyBinding] =
    question + chooser + spin + saved + reading + reader + share + wheel + details + sync
    + savedSecondary + everywhere
    + palette + help

  private static let everywhere: [KeyBinding] = [
    KeyBinding(
      "app.spin", [.alt("1")], in: [.saved], "Spin", section: .everywhere,
      .screen(.tabPressed(.spin))),
    KeyBinding(
      "app.saved", [.alt("2"), .character("2")], in: [.spin], "Saved", section: .everywhere,
      .screen(.tabPressed(.saved))),
    KeyBinding(
      "saved.add", [.character("a")], in: Focus.tabs, "save an address that you type or paste",
      section: .everywhere, .changes(.addPressed)),
    KeyBinding(
      "app.help", [.character("?")], in: Focus.tabs.union([.reader]), hint: "help",
      "this help",
      section: .everywhere, .screen(.helpPressed)),
    KeyBinding(
      "app.quit", [.character("q")], in: Focus.tabs, hint: "quit", "quit; so does ^C",
      section: .everywhere, .screen(.quitPressed)),
  ]

  /// The keys that answer a question.
  private static let question: [KeyBinding] = [
    KeyBinding(
      "question.yes", [.enter, .character("y")], in: [.question], hint: "yes", "yes",
      .screen(.questionAnswered)),
    KeyBinding(
      "question.no", [.escape, .character("n"), .character("q")], in: [.question], hint: "no",
      "no", .screen(.modalClosed)),
  ]
}

extension KeyMap: Equatable {
  public static func == (a: KeyMap, b: KeyMap) -> Bool {
    a.changes == b.changes
  }
}
