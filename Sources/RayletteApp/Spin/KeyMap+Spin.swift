import Localization

extension KeyMap {
  static var spin: [KeyBinding] {
    [
      binding(
        "spin.next", [.space], hint: localized("spin", context: "key"), localized("spin the wheel"),
        section: .wheels,
        .spin(.spinPressed)
      ) {
        $0.spin.card != nil
      },
      // Until there's a card to open, enter spins, too.
      binding(
        "spin.next", [.space, .enter], hint: localized("spin", context: "key"), "",
        .spin(.spinPressed)
      ) {
        $0.spin.card == nil
      },
      binding(
        "spin.cancel", [.escape], hint: localized("cancel", context: "key"),
        localized("cancel the fetch"), section: .wheels,
        .spin(.cancelPressed)
      ) {
        $0.spin.card?.isLoading == true
      },
      binding(
        "spin.retry", [.character("r")], hint: localized("retry", context: "key"),
        VerbText.loadAgain, section: .change,
        .spin(.retryPressed)
      ) { $0.spin.card?.failure != nil },
      KeyBinding("spin.retry", [.character("r")], in: [.spin], "", .spin(.retryPressed)) {
        $0.spin.card.map { $0.failure == nil && !$0.isLoading } ?? false
      },
      binding(
        "spin.save", [.character("s")], hint: localized("save", context: "key"),
        localized("save the link"), section: .change,
        .spin(.savePressed)
      ) {
        canSave($0) && $0.spin.card?.isSaved != true
      },
      // Shows when the link was saved, which isn't worth a hint in the footer.
      KeyBinding("spin.save", [.character("s")], in: [.spin], "", .spin(.savePressed)) {
        canSave($0) && $0.spin.card?.isSaved == true
      },
      binding(
        "link.open", [.enter, .character("o")], hint: localized("open", context: "key"),
        VerbText.open,
        section: .view,
        .screen(.openPressed)
      ) { $0.spin.card != nil },
      reading(on: .spin),
      binding(
        "app.switch-tab", [.tab, .backTab], hint: localized("saved", context: "key"),
        VerbText.switchTab, section: .move,
        .screen(.tabPressed(.saved))
      ),
      KeyBinding(
        "saved.remove", [.character("d")], in: [.spin], hint: localized("remove", context: "key"),
        "", .spin(.removePressed)
      ) { $0.spin.card?.saved != nil },
    ]
  }

  static var spinSecondary: [KeyBinding] {
    [
      trail(
        "spin.back", "[", -1, hint: localized("back", context: "key"),
        localized("go back to the card before")),
      trail(
        "spin.forward", "]", 1, hint: localized("forward", context: "key"),
        localized("go to the card after")),
      binding(
        "spin.original-wheel", [], menu: .go("o", localized("original wheel")),
        hint: localized("original wheel"),
        localized("go back to the original wheel"), section: .wheels, .screen(.wheelPressed)
      ) { $0.spin.wheels.original != nil && $0.spin.card?.isLoading != true },
    ]
  }

  private static func trail(
    _ command: String, _ key: Character, _ step: Int, hint: String, _ help: String
  ) -> KeyBinding {
    binding(
      command, [.character(key)], hint: hint, help, section: .move,
      .spin(.trailPressed(step: step))
    ) {
      $0.spin.trail.target(ofStep: step) != nil
    }
  }

  private static func canSave(_ state: AppState) -> Bool {
    state.spin.card?.saveableMetadata != nil
  }

  private static func binding(
    _ command: String, _ keys: [Key], menu: KeyMenu.Item? = nil, hint: String, _ help: String,
    section: KeyBinding.Section? = nil, _ action: Action,
    when isPossible: @escaping @Sendable (AppState) -> Bool = { _ in true }
  ) -> KeyBinding {
    KeyBinding(
      command, keys, menu: menu, in: [.spin], hint: hint, help, section: section, action,
      when: isPossible)
  }
}

extension Obstacle {
  func message(for action: SpinAction) -> String {
    switch action {
    case .cancelPressed: localized("Nothing is loading.")
    case .trailPressed(let step):
      step < 0
        ? localized("There's no card before this one.")
        : localized("There's no card after this one.")
    case .removePressed where state.spin.card?.isLoading == false:
      localized("This link isn't saved.")
    case .spinPressed, .retryPressed, .savePressed, .removePressed, .neverPressed, .trailPicked,
      .visitChosen, .tagsChosen, .drawn, .progressed, .refreshed, .begun, .lookedUp,
      .recentRead, .noteWritten:
      obstacleOnTab
    }
  }
}
