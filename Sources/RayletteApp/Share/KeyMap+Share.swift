import Localization

/// The keys that share links, which are the same on both tabs, and the keys of the share sheet.
extension KeyMap {
  static var share: [KeyBinding] {
    [
      KeyBinding(
        "link.share", [.character("S")], in: Focus.tabs, hint: localized("share", context: "key"),
        localized("share the link"),
        section: .share, .screen(.sharePressed), when: canShare),
      KeyBinding(
        "link.copy", [.character("y")], in: Focus.tabs, hint: localized("copy", context: "key"),
        VerbText.copy,
        section: .share, .screen(.copyPressed), when: canShare),
      KeyBinding(
        "link.address", [.character("O")], in: Focus.tabs.union([.reader]),
        localized("show the whole address"), section: .share, .screen(.addressPressed)
      ) { OnScreen($0).address != nil },
      KeyBinding(
        "view.close", [.escape, .character("O"), .character("q"), .enter], in: [.address],
        hint: localized("back", context: "key"), localized("close this view"), .screen(.modalClosed)
      ),
    ] + sheet
  }

  private static var sheet: [KeyBinding] {
    [
      KeyBinding(
        "share.choose", [.enter, .space], in: [.sharing], hint: localized("choose", context: "key"),
        localized("choose this way"),
        .share(.chosen), when: isChoosing),
      KeyBinding(
        "move.down", Movement.down.keys + [.tab], in: [.sharing],
        hint: localized("down", context: "key"),
        localized("next way"),
        .share(.moved(by: 1))
      ) {
        isChoosing($0) && $0.modals.sheet.map { $0.selection < $0.activities.count - 1 } == true
      },
      KeyBinding(
        "move.up", Movement.up.keys + [.backTab], in: [.sharing],
        hint: localized("up", context: "key"),
        localized("previous way"),
        .share(.moved(by: -1))
      ) { isChoosing($0) && $0.modals.sheet.map { $0.selection > 0 } == true },
      KeyBinding(
        "view.close", [.escape, .character("q"), .character("S")], in: [.sharing],
        hint: localized("close", context: "key"),
        localized("close the share sheet"), .screen(.modalClosed), when: isChoosing),
      KeyBinding(
        "share.cancel", [.escape, .character("q")], in: [.sharing],
        hint: localized("cancel", context: "key"), localized("cancel"),
        .share(.cancelled)
      ) { !isChoosing($0) },
    ]
      + ShareActivity.standard.compactMap { activity in
        activity.description.key.map {
          KeyMap.activity("share.\(activity.command)", key: $0, activity.description.name)
        }
      }
      + ShareSheet.commandKeys.map {
        activity("share.command-\($0)", key: $0, localized("your command \($0)"))
      }
  }

  private static func activity(_ command: String, key: Character, _ help: String) -> KeyBinding {
    KeyBinding(command, [.character(key)], in: [.sharing], help, .share(.keyPressed(key))) {
      state in
      isChoosing(state)
        && state.modals.sheet.map { sheet in sheet.activities.contains { sheet.key(of: $0) == key }
        }
          == true
    }
  }

  private static func canShare(_ state: AppState) -> Bool {
    state.tab == .spin ? state.spin.card != nil : state.saved.hasTargets
  }

  private static func isChoosing(_ state: AppState) -> Bool {
    state.modals.sheet?.phase == .choosing
  }
}

extension ShareActivity {
  /// The name of its command after `share.`.
  fileprivate var command: String {
    switch self {
    case .copy(.address): "copy-address"
    case .copy(.markdown): "copy-markdown"
    case .copy(.titleAndAddress): "copy-title"
    case .email: "email"
    case .code: "qr-code"
    case .open: "open"
    case .save(.text): "save-text"
    case .save(.json): "save-json"
    case .save(.html): "save-html"
    case .save(.bookmarks): "save-bookmarks"
    case .copyArticle: "copy-article"
    case .saveArticle: "save-article"
    case .command(let command): command.name
    }
  }
}

extension Obstacle {
  func message(for action: ShareAction) -> String {
    switch action {
    case .moved(let step) where state.modals.sheet?.phase == .choosing:
      (step < 0 ? Movement.up : .down).obstacle(in: .shareActivities, or: nil)
    case .moved, .chosen, .keyPressed, .cancelled, .ended, .browserOpened: obstacleInSheet
    }
  }

  var obstacleInSheet: String {
    state.modals.sheet?.phase == .choosing
      ? localized("That way isn't offered here.")
      : localized("Sharing is under way; esc cancels it.")
  }
}
