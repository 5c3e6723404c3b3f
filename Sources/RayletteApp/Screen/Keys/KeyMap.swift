/// All keys. Where two bindings share a key, at most one is available in any state.
enum KeyMap {
  /// Returns the action of a key in this state, or nil if there's none.
  static func action(for key: Key, in state: AppState) -> Action? {
    bindings.first { $0.keys.contains(key) && $0.isAvailable(state) }?.action
  }

  /// Returns the key of an action, or nil if it isn't available in this state.
  static func key(for action: Action, in state: AppState) -> Key? {
    bindings.first { $0.action == action && $0.isAvailable(state) }?.keys.first
  }

  /// Returns the bindings available in this state, the most important first.
  static func available(in state: AppState) -> [KeyBinding] {
    bindings.filter { $0.isAvailable(state) }
  }

  static let bindings: [KeyBinding] =
    question + chooser + spin + saved + share + details + savedSecondary + everywhere + help

  private static let everywhere: [KeyBinding] = [
    KeyBinding(
      keys: [.character("1")], label: "1", help: "Spin", section: .everywhere,
      action: .tabPressed(.spin), isAvailable: isUncovered),
    KeyBinding(
      keys: [.character("2")], label: "2", help: "Saved", section: .everywhere,
      action: .tabPressed(.saved), isAvailable: isUncovered),
    KeyBinding(
      keys: [.character("a")], label: "a", help: "save an address that you type or paste",
      section: .everywhere, action: .addPressed, isAvailable: isUncovered),
    KeyBinding(
      keys: [.character("?")], label: "?", hint: "help", help: "this help",
      section: .everywhere, action: .helpPressed, isAvailable: isUncovered),
    KeyBinding(
      keys: [.character("q")], label: "q", hint: "quit", help: "quit (also Ctrl-C)",
      section: .everywhere, action: .quitPressed, isAvailable: isUncovered),
  ]

  /// The keys that answer a question.
  private static let question: [KeyBinding] = [
    KeyBinding(
      keys: [.enter, .character("y")], label: "enter", hint: "yes", help: "", section: nil,
      action: .questionAnswered, isAvailable: { $0.question != nil }),
    KeyBinding(
      keys: [.escape, .character("n"), .character("q")], label: "esc", hint: "no", help: "",
      section: nil, action: .overlayDismissed, isAvailable: { $0.question != nil }),
  ]

  // MARK: - Focus

  /// Whether keys go to the tabs.
  static func isUncovered(_ state: AppState) -> Bool {
    state.help == nil && state.overlay == nil
  }

  static func onSpin(_ state: AppState) -> Bool { state.tab == .spin && isUncovered(state) }

  static func onSaved(_ state: AppState) -> Bool { state.tab == .saved && isUncovered(state) }
}
