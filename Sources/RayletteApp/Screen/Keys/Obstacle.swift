import Links

/// Why the key of a command does nothing now, as a sentence.
extension AppState {
  /// Performs a command. If nothing comes of it, says why.
  mutating func perform(command: Action) -> [Effect] {
    let before = self
    let effects = respond(to: command)
    guard effects.isEmpty, notice == nil else { return effects }
    if self == before {
      notice = .information(obstacle(to: command))
    } else if command.mayStayUnseen, render(self) == render(before) {
      notice = .information("Done, but nothing on this screen looks different.")
    }
    return effects
  }

  /// Says why the command of a key isn't possible now. Keys without a command say nothing.
  mutating func explain(_ key: Key) {
    let binding = self.keyMap.bindings.first { binding in
      binding.focus.contains(focus) && binding.chords.contains { $0.first == key }
    }
    if let binding { notice = .information(obstacle(to: binding.action)) }
  }

  private func obstacle(to command: Action) -> String {
    switch command {
    case .undoPressed: "Nothing to undo."
    case .redoPressed: "Nothing to redo."
    case .chooser(.moved(let movement)):
      movement.obstacle(in: "entry", or: modals.chooser?.obstacle)
    case .chooser(.confirmed): modals.chooser?.obstacle ?? "No matches."
    case .palette(.moved(let movement)):
      movement.obstacle(
        in: "command", or: modals.palette?.matches.isEmpty == true ? "No matches." : nil)
    case .palette(.confirmed): "No matches."
    case .details(.moved(let movement)): movement.obstacleInText
    case .details(.reloadPressed): "The page is still loading."
    case .help(.scrolled(.lines(..<0))), .help(.scrolled(.halfPages(..<0))),
      .help(.scrolled(.toFirst)):
      Movement.up.obstacleInText
    case .help(.scrolled): Movement.down.obstacleInText
    case .syncPressed: "Sync isn't set up; raylette sync init does that."
    case .sync(.nowPressed): "An exchange is under way."
    case .spin(let action): obstacle(to: action)
    case .saved(let action): obstacle(to: action)
    case .chooser(.openPressed(let purpose)): obstacle(toChoosing: purpose)
    case .reader(let action): obstacle(to: action)
    case .share(let action): obstacle(to: action)
    case .wheelPressed where tab == .spin && focus == .spin && spin.wheels.original == nil:
      "\(spin.wheel.name) is the original wheel."
    case .wheelPressed, .tabPressed, .openPressed, .sharePressed, .copyPressed, .addressPressed,
      .readPressed, .tagsPressed, .notePressed, .detailsPressed, .addPressed, .clearHistoryPressed,
      .palettePressed, .helpPressed, .modalClosed, .questionAnswered, .quitPressed:
      focus == .sharing ? obstacleInSheet : obstacleOnTab
    case .keyPressed, .mouse, .pasted, .wheel, .chooser(.choicesRead), .details(.findingsLoaded),
      .help, .sync(.changed), .sync(.news), .previewLoaded, .pictureLoaded, .linkSaved,
      .linksSaved, .changed, .trashEmptied, .historyCleared, .shareEnded, .browserOpened,
      .waitIsLong, .started, .storeChanged, .wheelsChanged, .storeFailed, .networkChanged,
      .meterChanged, .resized, .terminalAnswered, .timePassed, .interrupted:
      // None of these is the action of a command.
      obstacleOnTab
    }
  }

  // MARK: - On the tabs

  private func obstacle(to action: SpinAction) -> String {
    switch action {
    case .cancelPressed: "Nothing is loading."
    case .trailPressed(let step):
      step < 0 ? "There's no card before this one." : "There's no card after this one."
    case .spinPressed, .retryPressed, .savePressed, .neverPressed, .drawn, .progressed, .refreshed,
      .lookedUp, .recentRead, .noteWritten:
      obstacleOnTab
    }
  }

  private func obstacle(toChoosing purpose: Chooser.Purpose) -> String {
    switch purpose {
    case .narrowing: "\(spin.wheel.name) has no links."
    case .searches: "No searches in the config file."
    case .tags: "There are no saved links yet."
    case .wheels, .history, .never, .contents, .links: obstacleOnTab
    }
  }

  private func obstacle(to action: SavedAction) -> String {
    let trash = self.keyMap.label(of: .saved(.trashPressed), in: self)
    let isTrash = saved.query.isTrash
    let isListing = saved.isListing
    switch action {
    case .backPressed: return "Nothing to clear or to leave."
    case .emptyTrashPressed where isTrash && isListing:
      return "Clear the filter first; the whole trash is emptied."
    case .restorePressed where !isTrash, .emptyTrashPressed where !isTrash:
      return "That's for links in the trash; \(trash) opens it."
    case .sortPressed where isTrash: return "The trash is always sorted by removal."
    case .sortPressed: return "There's nothing to sort."
    case .moved(let movement) where isListing: return movement.obstacle(in: "link", or: nil)
    case .acceptMovesPressed where saved.isListingSaved: return "This link hasn't moved."
    case .cardWidened where isListing && !SavedLayout.hasRoomBeside(in: surroundings):
      return "There's no room for a card beside the list."
    case .cardWidened(let step) where isListing:
      return step > 0 ? "The card can't be wider." : "The list can't be wider."
    case .filterPressed: return "There are no saved links yet."
    case .moved, .rowPressed, .densityPressed, .cardPressed, .cardWidened, .selectPressed,
      .rangePressed, .selectAllPressed, .trashPressed, .removePressed, .restorePressed,
      .markPressed, .acceptMovesPressed, .editPressed, .refreshPressed, .checkPressed,
      .emptyTrashPressed, .listed, .linksRead, .excerptsRead, .tagsRead, .backfilled, .iconLoaded,
      .noteEdited, .jobStarted, .jobProgressed, .jobEnded, .trashPurged:
      return obstacleOnTab
    }
  }

  /// Why there's nothing to act on.
  private var obstacleOnTab: String {
    switch tab {
    case .spin where spin.card == nil:
      return
        "There's no card yet; \(self.keyMap.label(of: .spin(.spinPressed), in: self)) spins the wheel."
    case .spin:
      return spin.card?.isLoading == true ? "The page is still loading." : "Nothing to change."
    case .saved where !saved.isListing:
      let (headline, advice) = emptyListMessage
      if headline.isEmpty { return "The list is still loading." }
      // A regular screen shows the advice in the list's place.
      return self.appearance.isAccessible ? "\(headline) \(advice)" : headline
    case .saved where saved.query.isTrash:
      return
        "That's for saved links; \(self.keyMap.label(of: .saved(.trashPressed), in: self)) leaves the trash."
    case .saved: return saved.hasTargets ? "Nothing to change." : "The link is being removed."
    }
  }

  // MARK: - In the reader

  private func obstacle(to action: ReaderAction) -> String {
    guard let page, !page.isLoading else { return "The page is still loading." }
    guard page.failure == nil, let layout = page.layout else {
      return
        "The page couldn't be loaded; \(self.keyMap.label(of: .reader(.reloadPressed), in: self)) "
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
    case .shifted where layout.overhang(in: reader.linesOnScreen(in: surroundings)) == 0:
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

  private func obstacle(to action: ShareAction) -> String {
    switch action {
    case .moved(let step) where modals.sheet?.phase == .choosing:
      (step < 0 ? Movement.up : .down).obstacle(in: "way", or: nil)
    case .moved, .chosen, .keyPressed, .cancelled: obstacleInSheet
    }
  }

  private var obstacleInSheet: String {
    modals.sheet?.phase == .choosing
      ? "That way isn't offered here." : "Sharing is under way; esc cancels it."
  }
}

extension Action {
  /// Whether it changes how something looks that may not be on screen.
  fileprivate var mayStayUnseen: Bool {
    switch self {
    case .saved(.densityPressed), .saved(.cardPressed), .saved(.cardWidened), .reader(.widened),
      .reader(.shifted):
      true
    case .saved, .reader, .openPressed, .sharePressed, .copyPressed, .readPressed, .tagsPressed,
      .notePressed, .keyPressed, .mouse, .pasted, .spin, .wheel, .chooser, .share, .details, .sync,
      .palette, .help, .tabPressed, .addressPressed, .detailsPressed, .wheelPressed, .undoPressed,
      .redoPressed, .addPressed, .clearHistoryPressed, .palettePressed, .syncPressed, .helpPressed,
      .modalClosed, .questionAnswered, .quitPressed, .previewLoaded, .pictureLoaded, .linkSaved,
      .linksSaved, .changed, .trashEmptied, .historyCleared, .shareEnded, .browserOpened,
      .waitIsLong, .started, .storeChanged, .wheelsChanged, .storeFailed, .networkChanged,
      .meterChanged, .resized, .terminalAnswered, .timePassed, .interrupted:
      false
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
  fileprivate var obstacleInText: String { isUp ? "This is the top." : "This is the end." }

  /// Why it leads nowhere in a list.
  /// - Parameter emptiness: What's said of an empty list, or nil if it isn't empty.
  fileprivate func obstacle(in noun: String, or emptiness: String?) -> String {
    emptiness ?? "This is the \(isUp ? "first" : "last") \(noun)."
  }
}

extension Chooser {
  /// Why nothing can be chosen, or nil if something can.
  fileprivate var obstacle: String? { selected == nil ? emptyMessage : nil }
}
