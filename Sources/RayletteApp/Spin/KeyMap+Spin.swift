extension KeyMap {
  static let spin: [KeyBinding] = [
    binding("spin.next", [.space, .enter], hint: "spin", "spin the wheel", .spin(.spinPressed)),
    binding("spin.cancel", [.escape], hint: "cancel", "cancel the fetch", .spin(.cancelPressed)) {
      $0.spin.card?.isLoading == true
    },
    binding(
      "spin.retry", [.character("r")], hint: "retry", "load the page again", .spin(.retryPressed)
    ) { $0.spin.card?.failure != nil },
    KeyBinding("spin.retry", [.character("r")], in: [.spin], "", .spin(.retryPressed)) {
      $0.spin.card.map { $0.failure == nil && !$0.isLoading } ?? false
    },
    binding("spin.save", [.character("s")], hint: "save", "save the link", .spin(.savePressed)) {
      canSave($0) && $0.spin.card?.isSaved != true
    },
    // Shows when the link was saved, which isn't worth a hint in the footer.
    KeyBinding("spin.save", [.character("s")], in: [.spin], "", .spin(.savePressed)) {
      canSave($0) && $0.spin.card?.isSaved == true
    },
    trail(
      "spin.back", "[", -1, hint: "back", "the card before, also one that was skipped"),
    trail("spin.forward", "]", 1, hint: "forward", "the card after"),
    binding(
      "link.open", [.character("o")], hint: "open", "open the link in the browser",
      .screen(.openPressed)
    ) { $0.spin.card != nil },
    binding(
      "spin.original-wheel", [.character("w")], hint: "original wheel",
      "back to the original wheel", .screen(.wheelPressed)
    ) { $0.spin.wheels.original != nil && $0.spin.card?.isLoading != true },
    binding(
      "app.switch-tab", [.tab, .backTab], hint: "saved", "go to Saved", .screen(.tabPressed(.saved))
    ),
  ]

  private static func trail(
    _ command: String, _ key: Character, _ step: Int, hint: String, _ help: String
  ) -> KeyBinding {
    binding(command, [.character(key)], hint: hint, help, .spin(.trailPressed(step: step))) {
      $0.spin.trail.target(ofStep: step) != nil
    }
  }

  private static func canSave(_ state: AppState) -> Bool {
    state.spin.card?.saveableMetadata != nil
  }

  private static func binding(
    _ command: String, _ keys: [Key], hint: String, _ help: String, _ action: Action,
    when isPossible: @escaping @Sendable (AppState) -> Bool = { _ in true }
  ) -> KeyBinding {
    KeyBinding(
      command, keys, in: [.spin], hint: hint, help, section: .spin, action, when: isPossible)
  }
}

extension Obstacle {
  func message(for action: SpinAction) -> String {
    switch action {
    case .cancelPressed: "Nothing is loading."
    case .trailPressed(let step):
      step < 0 ? "There's no card before this one." : "There's no card after this one."
    case .spinPressed, .retryPressed, .savePressed, .neverPressed, .trailPicked, .visitChosen,
      .tagsChosen, .drawn, .progressed, .refreshed, .lookedUp, .recentRead, .noteWritten:
      obstacleOnTab
    }
  }
}
