import Localization
import TerminalGrid

/// The commands of a chooser. Typed characters narrow the list, so none of them is a key.
extension Command {
  static var chooser: [Command] {
    [
      Command(
        "chooser.choose", [.enter, .tab], in: [.chooser], hint: localized("choose", context: "key"),
        localized("choose this entry"),
        when: {
          $0.modals.chooser?.selected != nil && $0.modals.chooser?.purpose != .never
            && $0.modals.chooser?.isTagging == false
        }, else: nothingSelected, run: choose),
      Command(
        "chooser.toggle-tag", [.space, .tab], in: [.chooser], hint: localized("add or remove"),
        localized("put the tag on the links, or take it off"),
        when: { $0.modals.chooser?.togglesWithSpace == true }, else: nothingSelected,
        run: { $0.modals.chooser?.toggle() }),
      Command(
        "chooser.choose", [.enter], in: [.chooser], hint: localized("apply", context: "key"),
        when: { $0.modals.chooser?.canApplyTags == true }, else: nothingSelected, run: choose),
      Command(
        "chooser.choose", [.enter, .tab], in: [.chooser], hint: localized("take back"),
        when: { $0.modals.chooser?.selected != nil && $0.modals.chooser?.purpose == .never },
        else: nothingSelected, run: choose),
      Command(
        "view.close", [.escape, .control("g")], in: [.chooser],
        hint: localized("close", context: "key"), localized("close the list"), run: closeModal),
    ]
      + movements(
        Movement.inChooser, in: [.chooser, .palette], keys: \.keysBesideText,
        else: {
          $1.obstacle(
            in: Focus(of: $0) == .palette ? .commands : .entries, or: $0.modals.chooser?.obstacle)
        }, run: { $0.modals.chooser?.move($1, in: $0.surroundings) })
  }

  static let choose: Run = { $0.choose() }

  private static let nothingSelected: Obstacle = {
    $0.modals.chooser?.obstacle ?? ScreenTexts.noMatches
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

extension Chooser {
  /// Why nothing can be chosen, or nil if something can.
  var obstacle: String? { selected == nil ? emptyMessage : nil }
}
