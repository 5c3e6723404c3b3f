import Links
import Localization

/// Why a command does nothing now, as a sentence. Those of a feature's commands stand beside its keys.
struct Obstacle {
  let state: AppState

  init(in state: AppState) { self.state = state }

  static var stillLoading: String { localized("The page is still loading.") }
  static var noSavedLinks: String { localized("There are no saved links yet.") }
  static var nothingToChange: String { localized("Nothing to change.") }

  /// Returns a notice with the reason why the command of matching keys isn't possible. Nil for keys
  /// without a command.
  func notice(for matches: (KeyChord) -> Bool) -> Notice? {
    let focus = Focus(of: state)
    return state.keyMap.bindings.first { binding in
      binding.focus.contains(focus) && binding.chords.contains(where: matches)
    }
    .map { .information(message(for: $0.action)) }
  }

  func message(for command: Action) -> String {
    switch command {
    case .spin(let action): message(for: action)
    case .saved(let action): message(for: action)
    case .changes(.undoPressed): ChangeDirection.undo.messageWithoutChange
    case .changes(.redoPressed): ChangeDirection.redo.messageWithoutChange
    case .reader(let action): message(for: action)
    case .chooser(.openPressed(let purpose)): message(forChoosing: purpose)
    case .chooser(.moved(let movement)):
      movement.obstacle(in: .entries, or: state.modals.chooser?.obstacle)
    case .chooser(.confirmed), .chooser(.toggled):
      state.modals.chooser?.obstacle ?? ScreenTexts.noMatches
    case .share(let action): message(for: action)
    case .details(.moved(let movement)): movement.obstacleInText
    case .details(.reloadPressed): Self.stillLoading
    case .details(.undoPressed): localized("No changes of this link are known.")
    case .details(.problemsPressed): state.modals.details?.obstacleToProblems ?? obstacleOnTab
    case .sync(.openPressed): localized("Sync isn't set up; raylette sync init does that.")
    case .sync(.nowPressed): localized("An exchange is under way.")
    case .sync(.moved(let movement)): movement.obstacleInText
    case .palette(.moved(let movement)):
      movement.obstacle(
        in: .commands,
        or: state.modals.palette?.matches.isEmpty == true ? ScreenTexts.noMatches : nil)
    case .palette(.confirmed): ScreenTexts.noMatches
    case .help(.scrolled(.lines(..<0))), .help(.scrolled(.halfPages(..<0))),
      .help(.scrolled(.toFirst)):
      Movement.up.obstacleInText
    case .help(.scrolled): Movement.down.obstacleInText
    case .screen(.wheelPressed)
    where Focus(of: state) == .spin && state.spin.wheels.original == nil:
      localized("\(state.spin.wheel.name) is the original wheel.")
    case .screen(.repeatPressed):
      localized("That repeats what a screen reader says in accessible mode.")
    case .screen(.picturesPressed):
      localized("This terminal shows no pictures, or the settings say so.")
    case .screen, .changes: Focus(of: state) == .sharing ? obstacleInSheet : obstacleOnTab
    // None of these is the action of a command.
    case .keyPressed, .mouse, .pasted, .wheel, .chooser(.choicesRead), .details(.findingsLoaded),
      .details(.historyRead), .help, .sync(.changed), .sync(.news), .program:
      obstacleOnTab
    }
  }

  /// Why there's nothing to act on.
  var obstacleOnTab: String {
    switch state.tab {
    case .spin where state.spin.card == nil:
      return
        localized(
          "There's no card yet; \(state.keyMap.label(of: .spin(.spinPressed), in: state)) spins the wheel."
        )
    case .spin:
      return state.spin.card?.isLoading == true
        ? Self.stillLoading : Self.nothingToChange
    case .saved where !state.saved.isListing:
      // The screen shows the advice in place of the list.
      let headline = ScreenTexts(state).emptyListMessage.headline
      return headline.isEmpty ? localized("The list is still loading.") : headline
    case .saved where state.saved.query.isTrash:
      return
        localized(
          "That's for saved links; \(state.keyMap.label(of: .saved(.trashPressed), in: state)) leaves the trash."
        )
    case .saved:
      return state.saved.hasTargets ? Self.nothingToChange : localized("The link is being removed.")
    }
  }

}

extension Movement {
  private var isUp: Bool {
    switch self {
    case .up, .pageUp, .halfPageUp, .toFirst: true
    case .down, .pageDown, .halfPageDown, .toLast: false
    }
  }

  /// Why it leads nowhere in text.
  var obstacleInText: String {
    isUp ? localized("This is the top.") : localized("This is the end.")
  }

  /// Why it leads nowhere in a list.
  /// - Parameter emptiness: What's said of an empty list, or nil if it isn't empty.
  func obstacle(in list: ListKind, or emptiness: String?) -> String {
    emptiness ?? (isUp ? list.beginning : list.end)
  }

  /// What a list consists of.
  enum ListKind {
    case links, entries, commands, shareActivities

    /// Says that the first one is selected.
    fileprivate var beginning: String {
      switch self {
      case .links: localized("This is the first link.")
      case .entries: localized("This is the first entry.")
      case .commands: localized("This is the first command.")
      case .shareActivities: localized("This is the first way.")
      }
    }

    /// Says that the last one is selected.
    fileprivate var end: String {
      switch self {
      case .links: localized("This is the last link.")
      case .entries: localized("This is the last entry.")
      case .commands: localized("This is the last command.")
      case .shareActivities: localized("This is the last way.")
      }
    }
  }
}
