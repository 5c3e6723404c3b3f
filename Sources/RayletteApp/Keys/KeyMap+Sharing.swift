/// The keys that give a link away, the same on both tabs.
extension KeyMap {
  static let sharing: [KeyBinding] = [
    KeyBinding(
      keys: [.character("O")], label: "O", help: "show the whole address",
      section: .share, action: .addressPressed,
      isAvailable: { isUncovered($0) && $0.address != nil }),
    KeyBinding(
      keys: [.escape, .character("O"), .character("q"), .enter], label: "esc", hint: "back",
      help: "", section: nil, action: .coverClosed, isAvailable: \.isForSelecting),
  ]
}
