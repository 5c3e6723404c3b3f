import Links
import Localization
import TerminalGrid

/// The commands for wheels, for the history, and for excluded links and hosts.
extension Command {
  static var wheel: [Command] {
    [
      Command(
        "wheel.choose", [.character("W")], in: Focus.tabs,
        hint: localized("wheels", context: "key"), localized("choose a wheel"), section: .wheels,
        traits: [.asks], run: { $0.openChooser(.wheels) }),
      Command(
        "wheel.narrow", [.character("/")], in: [.spin], hint: localized("narrow", context: "key"),
        localized("spin only one topic, language or host"), section: .wheels, traits: [.asks],
        when: { $0.spin.wheel.summary.count > 0 }, else: { $0.spin.wheel.emptyText },
        run: { $0.openChooser(.narrowing) }),
      Command(
        "spin.never", [.character("x")], in: [.spin], hint: localized("never again"),
        VerbText.never, section: .wheels, when: { $0.spin.card != nil },
        run: { $0.update(\.spin) { $0.never(wholeHost: false, in: &$1) } }),
      Command(
        "spin.never-host", [.character("X")], in: [.spin],
        localized("never show this host again"), section: .wheels, when: { $0.spin.card != nil },
        run: { $0.update(\.spin) { $0.never(wholeHost: true, in: &$1) } }),
      Command(
        "spin.never-list", menu: .go("n", localized("never again")), in: Focus.tabs,
        localized("list what never comes up again"), section: .wheels, traits: [.asks],
        run: { $0.openChooser(.never) }),
      Command(
        "history.open", menu: .go("h", localized("history")), in: Focus.tabs,
        localized("show the cards that came up before"), section: .move, traits: [.asks],
        run: { $0.openChooser(.history) }),
      Command(
        "history.clear", in: Focus.tabs, localized("clear the history, after a question"),
        section: .change, traits: [.asks],
        run: { $0.modals.open(.question(.clearHistory)) }),
    ]
  }
}
