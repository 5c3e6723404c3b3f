import Links

/// The most frequent commands of the Saved tab. Together with the sharing keys, they fill the
/// footer. As on Spin, space and enter perform the screen's main actions. Every other key means the
/// same on all screens.
extension KeyMap {
  static let saved: [KeyBinding] = [
    savedBinding(
      "saved.restore", [.character("p")], hint: "restore", "restore from the trash",
      .saved(.restorePressed)
    ) { $0.saved.isListing && $0.saved.query.isTrash },
    savedBinding(
      "saved.back", [.escape], hint: "deselect", "clear selection or filter", .saved(.backPressed)
    ) { $0.saved.job == nil && isSelecting($0) },
    KeyBinding("saved.back", [.escape], in: [.saved], hint: "back", "", .saved(.backPressed)) {
      $0.saved.job != nil || !isSelecting($0) && isSpecial($0)
    },
    savedBinding(
      "link.open", [.enter, .character("o")], hint: "open", "open the link in the browser",
      .screen(.openPressed)
    ) { $0.saved.isListing },
    savedBinding(
      "saved.filter", [.character("/")], hint: "filter", "filter as you type",
      .saved(.filterPressed)
    ) { $0.saved.total > 0 || $0.saved.query.isTrash },
    savedBinding(
      "saved.remove", [.character("d")], hint: "remove", "move to the trash", .saved(.removePressed)
    ) { $0.saved.isListingSaved },
    KeyBinding(
      "saved.undo", [.character("u")], in: Focus.tabs, hint: "undo", "undo the last change",
      section: .share, .changes(.undoPressed)
    ) { $0.saved.undo.canUndo },
    KeyBinding(
      "saved.redo", [.control("r")], in: Focus.tabs, hint: "redo", "redo what was undone",
      section: .share, .changes(.redoPressed)
    ) { $0.saved.undo.canRedo },
    KeyBinding(
      "link.tag", [.character("t")], in: Focus.tabs, hint: "tag", "tag; -tag takes one off",
      section: .share, .screen(.tagsPressed), when: canAnnotate),
  ]

  /// Whether the link on screen can be tagged and noted. On Spin, that saves it.
  static func canAnnotate(_ state: AppState) -> Bool {
    state.tab == .spin ? state.spin.card?.saveableMetadata != nil : state.saved.isListingSaved
  }

  private static func isSelecting(_ state: AppState) -> Bool {
    state.saved.selection.isRange || !state.saved.selectedIDs.isEmpty
  }

  /// Whether there's a filter or the trash to leave.
  private static func isSpecial(_ state: AppState) -> Bool {
    !state.saved.query.filter.text.isEmpty || state.saved.query.isTrash
  }

  static func savedBinding(
    _ command: String, _ keys: [Key], hint: String? = nil, _ help: String, _ action: Action,
    when isPossible: @escaping @Sendable (AppState) -> Bool
  ) -> KeyBinding {
    KeyBinding(
      command, keys, in: [.saved], hint: hint, help, section: .saved, action, when: isPossible)
  }
}
