import Localization

/// The keys of a chooser. Typed characters narrow the list, so none of them is a key.
extension KeyMap {
  static var chooser: [KeyBinding] {
    [
      KeyBinding(
        "chooser.choose", [.enter, .tab], in: [.chooser], hint: localized("choose", context: "key"),
        localized("choose this entry"),
        .chooser(.confirmed)
      ) {
        $0.modals.chooser?.selected != nil && $0.modals.chooser?.purpose != .never
          && $0.modals.chooser?.isTagging == false
      },
      KeyBinding(
        "chooser.toggle-tag", [.space, .tab], in: [.chooser], hint: localized("put or take"),
        localized("put the tag on the links, or take it off"), .chooser(.toggled)
      ) { $0.modals.chooser?.togglesWithSpace == true },
      KeyBinding(
        "chooser.choose", [.enter], in: [.chooser], hint: localized("apply", context: "key"), "",
        .chooser(.confirmed)
      ) { $0.modals.chooser?.canApplyTags == true },
      KeyBinding(
        "chooser.choose", [.enter, .tab], in: [.chooser], hint: localized("take back"), "",
        .chooser(.confirmed)
      ) { $0.modals.chooser?.selected != nil && $0.modals.chooser?.purpose == .never },
      KeyBinding(
        "view.close", [.escape, .control("g")], in: [.chooser],
        hint: localized("close", context: "key"),
        localized("close the list"),
        .screen(.modalClosed)),
    ]
      + Movement.inChooser.map { movement in
        KeyBinding(
          movement.command, movement.keysBesideText, in: [.chooser], movement.helpInText,
          .chooser(.moved(movement)))
      }
  }
}

extension Movement {
  /// The movements in a list that's narrowed by typing. The keys of the others edit the text.
  static let inChooser: [Movement] = [.down, .up, .pageDown, .pageUp]

  /// The keys that neither type nor edit text.
  var keysBesideText: [Key] {
    keys.filter { key in
      if case .character = key { return false }
      return ![.control("f"), .control("b"), .control("d"), .control("u"), .home, .end].contains(
        key)
    }
  }
}

extension Obstacle {
  func message(forChoosing purpose: Chooser.Purpose) -> String {
    switch purpose {
    case .narrowing: state.spin.wheel.emptyText
    case .searches: localized("No searches in the config file, here or on other devices.")
    case .tags, .tagging: Self.noSavedLinks
    case .browsers:
      state.saved.total > 0
        ? localized("Links are saved already; raylette saved import --from imports bookmarks.")
        : SavedState.noBookmarks
    case .wheels, .history, .never, .contents, .links, .changes: obstacleOnTab
    }
  }
}

extension Chooser {
  /// Why nothing can be chosen, or nil if something can.
  var obstacle: String? { selected == nil ? emptyMessage : nil }
}
