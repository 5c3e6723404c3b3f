import Links
import Localization
import TerminalGrid

/// The commands of Spin, apart from those for wheels.
extension Command {
  static var spin: [Command] {
    [
      Command(
        "spin.next", [.space], in: [.spin], hint: localized("spin", context: "key"),
        localized("spin the wheel"), section: .wheels, when: { $0.spin.card != nil }, run: spinWheel
      ),
      // Until there's a card to open, enter spins, too.
      Command(
        "spin.next", [.space, .enter], in: [.spin], hint: localized("spin", context: "key"),
        when: { $0.spin.card == nil }, run: spinWheel),
      Command(
        "spin.cancel", [.escape], in: [.spin], hint: localized("cancel", context: "key"),
        localized("cancel the fetch"), section: .wheels,
        when: { $0.spin.card?.isLoading == true },
        else: { _ in localized("Nothing is loading.") },
        run: { $0.update(\.spin) { $0.cancel(in: &$1) } }),
      Command(
        "spin.retry", [.character("r")], in: [.spin], hint: localized("retry", context: "key"),
        VerbText.loadAgain, section: .change, when: { $0.spin.card?.failure != nil }, run: retry),
      Command(
        "spin.retry", [.character("r")], in: [.spin],
        when: { $0.spin.card.map { $0.failure == nil && !$0.isLoading } ?? false }, run: retry),
      Command(
        "spin.save", [.character("s")], in: [.spin], hint: localized("save", context: "key"),
        localized("save the link"), section: .change,
        when: { canSave($0) && $0.spin.card?.isSaved != true }, run: save),
      // Shows when the link was saved, which isn't worth a hint in the footer.
      Command(
        "spin.save", [.character("s")], in: [.spin],
        when: { canSave($0) && $0.spin.card?.isSaved == true }, run: save),
      Command(
        "link.open", [.enter, .character("o")], in: [.spin],
        hint: localized("open", context: "key"), VerbText.open, section: .view,
        when: { $0.spin.card != nil }, run: { $0.openCard() }),
      reading(on: .spin),
      Command(
        "app.switch-tab", [.tab, .backTab], in: [.spin], hint: localized("saved", context: "key"),
        VerbText.switchTab, section: .move, run: { $0.show(.saved) }),
      Command(
        "saved.remove", [.character("d")], in: [.spin], hint: localized("remove", context: "key"),
        when: { $0.spin.card?.saved != nil },
        else: { $0.spin.card?.isLoading == false ? ScreenTexts.notSaved : nil },
        run: { $0.update(\.spin) { $0.remove(in: &$1) } }),
    ]
  }

  static var spinSecondary: [Command] {
    [
      Command(
        "spin.back", [.character("[")], in: [.spin], hint: localized("back", context: "key"),
        localized("go back to the card before"), section: .move,
        when: { $0.spin.trail.target(ofStep: -1) != nil },
        else: { _ in localized("There's no card before this one.") },
        run: { $0.update(\.spin) { $0.go(-1, in: &$1) } }),
      Command(
        "spin.forward", [.character("]")], in: [.spin], hint: localized("forward", context: "key"),
        localized("go to the card after"), section: .move,
        when: { $0.spin.trail.target(ofStep: 1) != nil },
        else: { _ in localized("There's no card after this one.") },
        run: { $0.update(\.spin) { $0.go(1, in: &$1) } }),
      Command(
        "spin.original-wheel", menu: .go("o", localized("original wheel")), in: [.spin],
        hint: localized("original wheel"), localized("go back to the original wheel"),
        section: .wheels,
        when: { $0.spin.wheels.original != nil && $0.spin.card?.isLoading != true },
        else: {
          $0.spin.wheels.original == nil
            ? localized("\($0.spin.wheel.name) is the original wheel.") : nil
        }, run: { $0.update(\.spin.wheels) { $0.restoreOriginal(in: &$1) } }),
    ]
  }

  private static let spinWheel: Run = { $0.update(\.spin) { $0.spin(in: &$1) } }
  private static let retry: Run = { $0.update(\.spin) { $0.retry(in: &$1) } }
  private static let save: Run = { $0.update(\.spin) { $0.save(in: &$1) } }

  private static func canSave(_ state: AppState) -> Bool {
    state.spin.card?.saveableMetadata != nil
  }
}
