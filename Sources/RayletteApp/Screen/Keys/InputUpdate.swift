extension AppState {
  /// Handles a key, a paste or a click now or, if it was meant for a screen that hasn't arrived,
  /// later.
  mutating func handleInput(_ action: Action) -> [Effect] {
    let action = pressedKey(by: action).map { .keyPressed($0) } ?? action
    if typeAhead.isNoticeShown, action.isStop { return stopWaiting() }
    if modals.top?.filtersList == true, action.isTyping, typeAhead.actions.allSatisfy(\.isMovement)
    {
      // Pending moves through the previous list no longer mean anything.
      typeAhead.removeAll()
    }
    let awaited = awaited(by: action)
    guard awaited == nil, typeAhead.isEmpty else {
      guard let waiting = action.queued(in: self) else { return [] }
      typeAhead.append(waiting)
      return awaited.map { remind(of: $0) } ?? []
    }
    return perform(action)
  }

  /// Performs pending actions, up to the first that still has to wait.
  mutating func catchUp() -> [Effect] {
    var effects: [Effect] = []
    while let action = typeAhead.first, exitCode == nil {
      if let awaited = awaited(by: action) { return effects + remind(of: awaited) }
      typeAhead.removeFirst()
      effects += perform(action)
    }
    return effects
  }

  /// Requests a reminder for a long wait, so that the screen can show it.
  private mutating func remind(of awaited: Awaited) -> [Effect] {
    guard typeAhead.reminder != awaited.id else { return [] }
    typeAhead.reminder = awaited.id
    return [.system(.remind(awaited.id))]
  }

  /// Shows what the next action waits for.
  mutating func showWaitNotice(for id: RequestID) {
    guard let action = typeAhead.first, let awaited = awaited(by: action), awaited.id == id else {
      return
    }
    typeAhead.isNoticeShown = true
    notice = .information(awaited.message)
  }

  private mutating func perform(_ action: Action) -> [Effect] {
    let isDisplaced = saved.isCursorDisplaced
    saved.isCursorDisplaced = false
    notice = nil
    let first = pendingKey
    pendingKey = nil
    if case .keyPressed(let key) = action {
      return press(key, after: first, isCursorDisplaced: isDisplaced)
    }
    if case .pasted(let text) = action { return paste(text) }
    if case .mouse(let event) = action { return handle(event) }
    return respond(to: action)
  }

  /// Types a key, or performs its command.
  private mutating func press(
    _ key: Key, after first: Key?, isCursorDisplaced: Bool
  ) -> [Effect] {
    if let effects = type(key) { return effects }
    if first == nil, focus == .saved, saved.typeCount(key, in: surroundings) { return [] }
    // Only a movement uses the count.
    defer { if pendingKey == nil { saved.count = nil } }
    guard let bound = self.keyMap.action(for: key, after: first, in: self) else {
      continueChord(first, key)
      return []
    }
    if isCursorDisplaced, saved.selectedIDs.isEmpty, bound.actsOnCursor {
      notice = .information("The selected link left the list. Press the key again for this one.")
      return []
    }
    return perform(command: bound)
  }

  /// Waits for the second key of a chord, or says why there's no command with these keys.
  private mutating func continueChord(_ first: Key?, _ key: Key) {
    if let first {
      if key == .escape || key == .control("g") { return }
      notice = .information("\(KeyChord(first, key).label) isn't the key of a command here.")
    } else if !self.keyMap.continuations(of: key, in: self).isEmpty {
      pendingKey = key
    } else {
      explain(key)
    }
  }

  /// Stops waiting, and drops the keys that were typed meanwhile.
  private mutating func stopWaiting() -> [Effect] {
    typeAhead.removeAll()
    notice = .information("Stopped waiting; the keys typed meanwhile have no effect.")
    saved.changes.stopAwaiting()
    // Doesn't cancel the rows, because they're still useful.
    saved.listing.rowsRequest = LatestRequest()
    let list = saved.listing.request.cancel()
    if !list.isEmpty { modals.closeLines() }
    return spin.wheels.makeRequest.cancel() + saved.tagsRequest.cancel() + chooserRequest.cancel()
      + spin.wheels.narrowingRequest.cancel() + spin.drawRequest.cancel() + list
  }
}

extension Action {
  /// Whether it's the key that stops waiting.
  fileprivate var isStop: Bool {
    self == .keyPressed(.escape) || self == .keyPressed(.control("g"))
  }

  /// Whether it changes the text of a prompt.
  fileprivate var isTyping: Bool {
    if case .pasted = self { return true }
    guard case .keyPressed(let key) = self else { return false }
    return key != .enter && key != .tab && !isMovement
  }

  /// Returns the action to queue in its place. A click on a row becomes the link that the user saw
  /// there.
  fileprivate func queued(in state: AppState) -> Action? {
    guard case .mouse(.pressed(let x, let y, let count)) = self,
      state.modals.top?.passesClicks != false
    else { return self }
    if y == 0 { return ScreenLayout(state).tab(atX: x).map { .tabPressed($0) } }
    return state.link(atX: x, y: y).map { .saved(.rowPressed($0, count: count)) }
  }

  /// Whether it acts on the link at the cursor when none is selected.
  var actsOnCursor: Bool {
    switch self {
    case .saved(let action): action.actsOnCursor
    case .tagsPressed, .notePressed, .openPressed, .sharePressed, .copyPressed, .readPressed: true
    case .reader, .keyPressed, .mouse, .pasted, .spin, .wheel, .chooser, .share, .details, .sync,
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

extension SavedAction {
  fileprivate var actsOnCursor: Bool {
    switch self {
    case .removePressed, .restorePressed, .acceptMovesPressed, .refreshPressed, .selectPressed,
      .editPressed, .markPressed:
      true
    case .moved, .rowPressed, .filterPressed, .backPressed, .sortPressed, .densityPressed,
      .cardPressed, .cardWidened, .rangePressed, .selectAllPressed, .trashPressed, .checkPressed,
      .emptyTrashPressed, .listed, .linksRead, .excerptsRead, .tagsRead, .backfilled, .iconLoaded,
      .noteEdited, .jobStarted, .jobProgressed, .jobEnded, .trashPurged:
      false
    }
  }
}
