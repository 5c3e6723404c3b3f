import Links
import Localization

/// The commands for wheels, for the history, and for excluded links and hosts.
extension KeyMap {
  static var wheel: [KeyBinding] {
    [
      KeyBinding(
        "wheel.choose", [.character("W")], menu: .go("w", localized("wheels")), in: Focus.tabs,
        hint: localized("wheels", context: "key"), localized("choose a wheel"), section: .wheels,
        .chooser(.openPressed(.wheels))
      ),
      binding(
        "wheel.narrow", [.character("/")], hint: localized("only", context: "key"),
        localized("spin only one topic, language or host"), section: .wheels,
        .chooser(.openPressed(.narrowing))
      ) { $0.spin.wheel.summary.count > 0 },
      binding(
        "spin.never", [.character("x")], hint: localized("never again"),
        localized("never show this link again"),
        section: .wheels,
        .spin(.neverPressed(wholeHost: false))
      ) { $0.spin.card != nil },
      binding(
        "spin.never-host", [.character("X")], localized("never show this host again"),
        section: .wheels,
        .spin(.neverPressed(wholeHost: true))
      ) { $0.spin.card != nil },
      KeyBinding(
        "spin.never-list", [], menu: .go("n", localized("never again")), in: Focus.tabs,
        localized("list what never comes up again"), section: .wheels,
        .chooser(.openPressed(.never))),
      KeyBinding(
        "history.open", [], menu: .go("h", localized("history")), in: Focus.tabs,
        localized("show the cards that came up before"), section: .move,
        .chooser(.openPressed(.history))),
      KeyBinding(
        "history.clear", [], in: Focus.tabs, localized("clear the history, after a question"),
        section: .change,
        .changes(.clearHistoryPressed)),
    ]
  }

  private static func binding(
    _ command: String, _ keys: [Key], hint: String? = nil, _ help: String,
    section: KeyBinding.Section,
    _ action: Action,
    when isPossible: @escaping @Sendable (AppState) -> Bool = { _ in true }
  ) -> KeyBinding {
    KeyBinding(
      command, keys, in: [.spin], hint: hint, help, section: section, action, when: isPossible)
  }
}
