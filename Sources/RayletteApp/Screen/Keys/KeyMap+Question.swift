/// The keys that answer a question.
extension KeyMap {
  static let question: [KeyBinding] = [
    KeyBinding(
      keys: [.enter, .character("y")], label: "enter", hint: "yes", help: "", section: nil,
      action: .questionAnswered, isAvailable: { $0.question != nil }),
    KeyBinding(
      keys: [.escape, .character("n"), .character("q")], label: "esc", hint: "no", help: "",
      section: nil, action: .overlayDismissed, isAvailable: { $0.question != nil }),
  ]
}
