extension KeyMap {
  static let spin: [KeyBinding] = [
    KeyBinding(
      keys: [.space, .enter], label: "space", hint: "spin", help: "spin the wheel",
      section: .spin, action: .spinPressed, isAvailable: onSpin),
    KeyBinding(
      keys: [.escape], label: "esc", hint: "cancel", help: "cancel the fetch",
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
    // Shows when the link was saved, which isn't worth a hint in the footer.
    KeyBinding(
      keys: [.character("s")], label: "s", help: "", section: nil, action: .savePressed,
      isAvailable: { canSave($0) && $0.spin?.isSaved == true }),
    trail("[", -1, hint: "back", "the card before, also one that was skipped"),
    trail("]", 1, hint: "forward", "the card after"),
    KeyBinding(
      keys: [.character("o")], label: "o", hint: "open", help: "open the link in the browser",
      section: .spin, action: .openPressed, isAvailable: { onSpin($0) && $0.spin != nil }),
    KeyBinding(
      keys: [.character("w")], label: "w", hint: "original wheel",
      help: "back to the original wheel", section: .spin, action: .wheelPressed,
      isAvailable: { onSpin($0) && $0.originalWheel != nil && $0.spin?.isLoading != true }),
    KeyBinding(
      keys: [.tab, .backTab], label: "tab", hint: "saved", help: "go to Saved", section: .spin,
      action: .tabPressed(.saved), isAvailable: onSpin),
  ]

  private static func trail(
    _ key: Character, _ step: Int, hint: String, _ help: String
  ) -> KeyBinding {
    KeyBinding(
      keys: [.character(key)], label: String(key), hint: hint, help: help, section: .spin,
      action: .trailPressed(step: step),
      isAvailable: { onSpin($0) && $0.trail.target(ofStep: step) != nil })
  }

  private static func canSave(_ state: AppState) -> Bool {
    onSpin(state) && state.spin?.saveableMetadata != nil
  }
}
