import Links

/// The reason why a command has no effect now, as a message.
struct Obstacle {
  private let state: AppState

  init(in state: AppState) { self.state = state }

  /// Returns a notice with the reason why a key's command isn't possible. Nil for keys without a
  /// command.
  func notice(for key: Key) -> Notice? {
    let focus = Focus(of: state)
    return state.keyMap.bindings.first { binding in
      binding.focus.contains(focus) && binding.chords.contains { $0.first == key }
    }
    .map { .information(message(for: $0.action)) }
  }

  func message(for command: Action) -> String {
    switch command {
    case .spin(let action): message(for: action)
    case .saved(let action): message(for: action)
    case .changes(.undoPressed): "Nothing to undo."
    case .changes(.redoPressed): "Nothing to redo."
    case .reader(let action): message(for: action)
    case .chooser(.openPressed(let purpose)): message(forChoosing: purpose)
    case .chooser(.moved(let movement)):
      movement.obstacle(in: "entry", or: state.modals.chooser?.obstacle)
    case .chooser(.confirmed): state.modals.chooser?.obstacle ?? "No matches."
    case .share(let action): message(for: action)
    case .details(.moved(let movement)): movement.obstacleInText
    case .details(.reloadPressed): "The page is still loading."
    case .sync(.openPressed): "Sync isn't set up; raylette sync init does that."
    case .sync(.nowPressed): "An exchange is under way."
    case .palette(.moved(let movement)):
      movement.obstacle(
        in: "command", or: state.modals.palette?.matches.isEmpty == true ? "No matches." : nil)
    case .palette(.confirmed): "No matches."
    case .help(.scrolled(.lines(..<0))), .help(.scrolled(.halfPages(..<0))),
      .help(.scrolled(.toFirst)):
      Movement.up.obstacleInText
    case .help(.scrolled): Movement.down.obstacleInText
    case .screen(.wheelPressed)
    where Focus(of: state) == .spin && state.spin.wheels.original == nil:
      "\(state.spin.wheel.name) is the original wheel."
    case .screen, .changes: Focus(of: state) == .sharing ? obstacleInSheet : obstacleOnTab
    // None of these is the action of a command.
    case .keyPressed, .mouse, .pasted, .wheel, .chooser(.choicesRead), .details(.findingsLoaded),
      .details(.historyRead), .help, .sync(.changed), .sync(.news), .program:
      obstacleOnTab
    }
  }

  // MARK: - On the tabs

  private func message(for action: SpinAction) -> String {
    switch action {
    case .cancelPressed: "Nothing is loading."
    case .trailPressed(let step):
      step < 0 ? "There's no card before this one." : "There's no card after this one."
    case .spinPressed, .retryPressed, .savePressed, .neverPressed, .trailPicked, .visitChosen,
      .tagsEntered, .drawn, .progressed, .refreshed, .lookedUp, .recentRead, .noteWritten:
      obstacleOnTab
    }
  }

  private func message(forChoosing purpose: Chooser.Purpose) -> String {
    switch purpose {
    case .narrowing: "\(state.spin.wheel.name) has no links."
    case .searches: "No searches in the config file."
    case .tags: "There are no saved links yet."
    case .wheels, .history, .never, .contents, .links: obstacleOnTab
    }
  }

  private func message(for action: SavedAction) -> String {
    let trash = state.keyMap.label(of: .saved(.trashPressed), in: state)
    let isTrash = state.saved.query.isTrash
    let isListing = state.saved.isListing
    switch action {
    case .backPressed: return "Nothing to clear or to leave."
    case .emptyTrashPressed where isTrash && isListing:
      return "Clear the filter first; the whole trash is emptied."
    case .restorePressed where !isTrash, .emptyTrashPressed where !isTrash:
      return "That's for links in the trash; \(trash) opens it."
    case .sortPressed where isTrash: return "The trash is always sorted by removal."
    case .sortPressed: return "There's nothing to sort."
    case .moved(let movement) where isListing: return movement.obstacle(in: "link", or: nil)
    case .acceptMovesPressed where state.saved.isListingSaved: return "This link hasn't moved."
    case .cardWidened where isListing && !SavedLayout.hasRoomBeside(in: state.surroundings):
      return "There's no room for a card beside the list."
    case .cardWidened(let step) where isListing:
      return step > 0 ? "The card can't be wider." : "The list can't be wider."
    case .filterPressed: return "There are no saved links yet."
    case .moved, .rowPressed, .densityPressed, .cardPressed, .cardWidened, .selectPressed,
      .rangePressed, .selectAllPressed, .trashPressed, .removePressed, .restorePressed,
      .markPressed, .acceptMovesPressed, .editPressed, .refreshPressed, .checkPressed,
      .emptyTrashPressed, .scrolled, .filterTyped, .filterEntered, .filterCancelled, .filterChosen,
      .tagsEntered, .titleEntered, .addressEntered, .newLinksEntered, .openConfirmed,
      .checkConfirmed, .listed, .linksRead, .excerptsRead, .tagsRead, .backfilled, .iconLoaded,
      .noteEdited, .jobStarted, .jobProgressed, .jobEnded, .trashPurged:
      return obstacleOnTab
    }
  }

  /// The reason why there's no target.
  private var obstacleOnTab: String {
    switch state.tab {
    case .spin where state.spin.card == nil:
      return
        "There's no card yet; \(state.keyMap.label(of: .spin(.spinPressed), in: state)) spins the wheel."
    case .spin:
      return state.spin.card?.isLoading == true
        ? "The page is still loading." : "Nothing to change."
    case .saved where !state.saved.isListing:
      let (headline, advice) = ScreenTexts(state).emptyListMessage
      if headline.isEmpty { return "The list is still loading." }
      // A regular screen shows the advice in place of the list.
      return state.appearance.isAccessible ? "\(headline) \(advice)" : headline
    case .saved where state.saved.query.isTrash:
      return
        "That's for saved links; \(state.keyMap.label(of: .saved(.trashPressed), in: state)) leaves the trash."
    case .saved: return state.saved.hasTargets ? "Nothing to change." : "The link is being removed."
    }
  }

  // MARK: - In the reader

  private func message(for action: ReaderAction) -> String {
    guard let page = state.reader.page, !page.isLoading else { return "The page is still loading." }
    guard page.failure == nil, let layout = page.layout else {
      return
        "The page couldn't be loaded; \(state.keyMap.label(of: .reader(.reloadPressed), in: state)) "
        + "tries again."
    }
    switch action {
    case .moved(.by(let movement)): return movement.obstacleInText
    case .moved(.paragraph(let step)), .moved(.lines(let step)):
      return (step < 0 ? Movement.up : .down).obstacleInText
    case .moved(.heading(let step)):
      return step < 0 ? "There's no heading above." : "There's no heading below."
    case .followPressed: return "Select a link first, with tab or f."
    case .savePressed: return "The page is saved already."
    case .matchPressed where page.search == nil: return "Nothing is searched for; / does."
    case .matchPressed:
      return page.search?.matches.isEmpty == true ? "No matches." : "This is the only match."
    case .linkPressed: return "This is the only link."
    case .widened(let step):
      return step > 0 ? "The column can't be wider." : "The column can't be narrower."
    case .shifted where layout.overhang(in: state.reader.linesOnScreen(in: state.surroundings)) == 0:
      return "Nothing on this screen is too wide for it."
    case .shifted(let columns):
      return columns > 0 ? "There's no more to the right." : "Nothing is scrolled sideways."
    case .markPressed: return "The page is being marked."
    case .backPressed, .deselectPressed, .findPressed, .searched, .searchCancelled,
      .searchConfirmed, .contentsPressed, .linksPressed, .linkPicked, .headingPicked, .clicked,
      .hintsPressed, .openPressed, .copyPressed, .sharePressed, .reloadPressed, .progressed,
      .loaded, .placeStored:
      return "Nothing to change."
    }
  }

  // MARK: - In the share sheet

  private func message(for action: ShareAction) -> String {
    switch action {
    case .moved(let step) where state.modals.sheet?.phase == .choosing:
      (step < 0 ? Movement.up : .down).obstacle(in: "way", or: nil)
    case .moved, .chosen, .keyPressed, .cancelled, .ended, .browserOpened: obstacleInSheet
    }
  }

  private var obstacleInSheet: String {
    state.modals.sheet?.phase == .choosing
      ? "That way isn't offered here." : "Sharing is under way; esc cancels it."
  }
}

extension Movement {
  private var isUp: Bool {
    switch self {
    case .up, .pageUp, .halfPageUp, .toFirst: true
    case .down, .pageDown, .halfPageDown, .toLast: false
    }
  }

  /// The message if the movement isn't possible in text.
  fileprivate var obstacleInText: String { isUp ? "This is the top." : "This is the end." }

  /// Returns the message if the movement isn't possible in a list.
  /// - Parameter emptiness: the message about an empty list, or nil if the list isn't empty.
  fileprivate func obstacle(in noun: String, or emptiness: String?) -> String {
    emptiness ?? "This is the \(isUp ? "first" : "last") \(noun)."
  }
}

extension Chooser {
  /// The reason why nothing can be chosen, or nil if something can.
  fileprivate var obstacle: String? { selected == nil ? emptyMessage : nil }
}
