/// All keys. Where two bindings share a key, at most one is available in any state.
enum KeyMap {
  /// What a key means now; nil when nothing.
  static func action(for key: Key, in state: AppState) -> Action? {
    bindings.first { $0.keys.contains(key) && $0.isAvailable(state) }?.action
  }

  /// The bindings that do something now, the most telling first.
  static func available(in state: AppState) -> [KeyBinding] {
    bindings.filter { $0.isAvailable(state) }
  }

  static let bindings: [KeyBinding] =
    question + spin + saved + sharing + details + savedFurther + everywhere + help

  private static let spin: [KeyBinding] = [
    KeyBinding(
      keys: [.space, .enter], label: "space", hint: "spin", help: "spin the wheel",
      section: .spin, action: .spinPressed,
      isAvailable: { onSpin($0) && $0.spin?.isLoading != true }),
    KeyBinding(
      keys: [.space, .enter, .escape], label: "esc", hint: "cancel", help: "cancel the fetch",
      section: .spin, action: .cancelPressed,
      isAvailable: { onSpin($0) && $0.spin?.isLoading == true }),
    KeyBinding(
      keys: [.character("r")], label: "r", hint: "retry", help: "try a failed link again",
      section: .spin, action: .retryPressed,
      isAvailable: { onSpin($0) && $0.spin?.failure != nil }),
    KeyBinding(
      keys: [.character("s")], label: "s", hint: "save", help: "save the link",
      section: .spin, action: .savePressed,
      isAvailable: { canSave($0) && $0.spin?.isSaved != true }),
    // Says since when; not worth a hint.
    KeyBinding(
      keys: [.character("s")], label: "s", help: "", section: nil, action: .savePressed,
      isAvailable: { canSave($0) && $0.spin?.isSaved == true }),
    KeyBinding(
      keys: [.character("o")], label: "o", hint: "open", help: "open the link in the browser",
      section: .spin, action: .openPressed, isAvailable: { onSpin($0) && $0.spin != nil }),
    KeyBinding(
      keys: [.character("w")], label: "w", hint: "first wheel", help: "back to the first wheel",
      section: .spin, action: .wheelPressed,
      isAvailable: { onSpin($0) && $0.firstWheel != nil && $0.spin?.isLoading != true }),
    KeyBinding(
      keys: [.tab, .backTab], label: "tab", hint: "saved", help: "go to Saved", section: .spin,
      action: .tabPressed(.saved), isAvailable: onSpin),
  ]

  private static let everywhere: [KeyBinding] = [
    KeyBinding(
      keys: [.character("1")], label: "1", help: "Spin", section: .everywhere,
      action: .tabPressed(.spin), isAvailable: isUncovered),
    KeyBinding(
      keys: [.character("2")], label: "2", help: "Saved", section: .everywhere,
      action: .tabPressed(.saved), isAvailable: isUncovered),
    KeyBinding(
      keys: [.character("?")], label: "?", hint: "help", help: "this help",
      section: .everywhere, action: .helpPressed, isAvailable: isUncovered),
    KeyBinding(
      keys: [.character("q")], label: "q", hint: "quit", help: "quit (also Ctrl-C)",
      section: .everywhere, action: .quitPressed, isAvailable: isUncovered),
  ]

  private static let help: [KeyBinding] = [
    KeyBinding(
      keys: [.escape, .character("?"), .character("q"), .enter], label: "esc", hint: "close help",
      help: "close (also ? and q)", section: .help, action: .helpClosed,
      isAvailable: onHelp),
    KeyBinding(
      keys: [.character("j"), .down, .space, .pageDown], label: "j", hint: "down",
      help: "scroll down (also Down, space)", section: .help, action: .helpScrolled(by: 1),
      isAvailable: { onHelp($0) && ($0.helpScroll ?? 0) < HelpView.scrollLimit(in: $0) }),
    KeyBinding(
      keys: [.character("k"), .up, .pageUp], label: "k", hint: "up", help: "scroll up (also Up)",
      section: .help, action: .helpScrolled(by: -1),
      isAvailable: { onHelp($0) && ($0.helpScroll ?? 0) > 0 }),
  ]

  private static func canSave(_ state: AppState) -> Bool {
    onSpin(state) && state.spin?.saveableMetadata != nil
  }

  static func onHelp(_ state: AppState) -> Bool { state.helpScroll != nil }
  /// Whether keys go to the tabs.
  static func isUncovered(_ state: AppState) -> Bool {
    state.helpScroll == nil && state.cover == nil
  }
  static func onSpin(_ state: AppState) -> Bool { state.tab == .spin && isUncovered(state) }
  static func onSaved(_ state: AppState) -> Bool { state.tab == .saved && isUncovered(state) }
}
