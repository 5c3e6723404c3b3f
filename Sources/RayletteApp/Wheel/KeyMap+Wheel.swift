import Links

/// The commands for wheels, for the history, and for excluded links and hosts.
extension KeyMap {
  static let wheel: [KeyBinding] = [
    binding(
      "wheel.choose", [.character("W")], hint: "wheels", "choose a wheel",
      .chooser(.openPressed(.wheels))),
    binding(
      "wheel.narrow", [.character("/")], hint: "only",
      "spin only one topic, language or host", .chooser(.openPressed(.narrowing))
    ) { $0.spin.wheel.summary.count > 0 },
    binding(
      "spin.never", [.character("x")], "never show this link again",
      .spin(.neverPressed(wholeHost: false))
    ) { $0.spin.card != nil },
    binding(
      "spin.never-host", [.character("X")], "never show a link of this host again",
      .spin(.neverPressed(wholeHost: true))
    ) { $0.spin.card != nil },
    binding(
      "spin.never-list", [.character("N")], "what never comes up again, to take back",
      .chooser(.openPressed(.never))),
    KeyBinding(
      "history.open", [.character("H")], in: Focus.tabs,
      "cards that came up, also in earlier sessions", section: .everywhere,
      .chooser(.openPressed(.history))),
    KeyBinding(
      "history.clear", [], in: Focus.tabs, "clear the history, after a question",
      section: .everywhere, .changes(.clearHistoryPressed)),
  ]

  private static func binding(
    _ command: String, _ keys: [Key], hint: String? = nil, _ help: String, _ action: Action,
    when isPossible: @escaping @Sendable (AppState) -> Bool = { _ in true }
  ) -> KeyBinding {
    KeyBinding(
      command, keys, in: [.spin], hint: hint, help, section: .spin, action, when: isPossible)
  }
}
