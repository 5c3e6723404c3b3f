/// The part of ``update(_:_:)`` that takes keys, pastes and the mouse, at once or when what they were
/// meant for is there.
func updateInput(_ state: inout AppState, _ action: Action) -> [Effect] {
  if state.typeAhead.isTold, action.isStop { return stopWaiting(&state) }
  if state.prompt?.purpose == .filter, action.isTyping,
    state.typeAhead.actions.allSatisfy(\.isMovement)
  {
    // A walk through the list that was there before the next letter means nothing any more.
    state.typeAhead.removeAll()
  }
  let awaited = state.awaited(by: action)
  guard awaited == nil, state.typeAhead.isEmpty else {
    guard let waiting = action.forLater(in: state) else { return [] }
    state.typeAhead.append(waiting)
    return awaited.map { remind(of: $0, in: &state) } ?? []
  }
  return perform(action, in: &state)
}

/// Does what waited, as far as nothing is missing any more.
func catchUp(_ state: inout AppState) -> [Effect] {
  var effects: [Effect] = []
  while let action = state.typeAhead.first, state.exitCode == nil {
    if let awaited = state.awaited(by: action) { return effects + remind(of: awaited, in: &state) }
    state.typeAhead.removeFirst()
    effects += perform(action, in: &state)
  }
  return effects
}

/// Asks to be told when a wait takes long, so that the screen can say so.
private func remind(of awaited: AppState.Awaited, in state: inout AppState) -> [Effect] {
  guard state.typeAhead.reminder != awaited.id else { return [] }
  state.typeAhead.reminder = awaited.id
  return [.remindOfWait(awaited.id)]
}

/// What is waited for takes so long that a person wonders.
func updateWait(_ state: inout AppState, _ id: RequestID) {
  guard let action = state.typeAhead.first, let awaited = state.awaited(by: action),
    awaited.id == id
  else { return }
  state.typeAhead.isTold = true
  state.notice = .information(awaited.message)
}

private func perform(_ action: Action, in state: inout AppState) -> [Effect] {
  let isDisplaced = state.saved.isSelectionDisplaced
  state.saved.isSelectionDisplaced = false
  state.notice = nil
  switch action {
  case .keyPressed(let key):
    if state.prompt != nil { return updatePrompt(&state, key) }
    guard let bound = KeyMap.action(for: key, in: state) else { return [] }
    if isDisplaced, state.saved.selectedIDs.isEmpty, bound.actsOnSelection {
      state.notice = .information(
        "The selected link left the list. Press the key again for this one.")
      return []
    }
    return respond(to: bound, in: &state)
  case .pasted(let text): return updatePaste(&state, text)
  case .mouse(let event): return updateMouse(&state, event)
  default: return respond(to: action, in: &state)
  }
}

/// Gives up what is waited for, and what was typed for it.
func stopWaiting(_ state: inout AppState) -> [Effect] {
  state.typeAhead.removeAll()
  state.notice = .information("Stopped waiting; the keys typed meanwhile have no effect.")
  state.wheelRequest = nil
  state.tagsRequest = nil
  state.saved.rowsRequest = nil
  state.saved.awaitedChanges = []
  guard let request = state.saved.request else { return [] }
  state.saved.request = nil
  state.prompt = nil
  return [.stopListing(request.id)]
}

extension Action {
  /// Whether it is the key that stops waiting.
  fileprivate var isStop: Bool {
    self == .keyPressed(.escape) || self == .keyPressed(.control("g"))
  }

  /// Whether it changes the text of a prompt.
  fileprivate var isTyping: Bool {
    switch self {
    case .keyPressed(.enter), .keyPressed(.tab): false
    case .keyPressed: !isMovement
    case .pasted: true
    default: false
    }
  }

  /// What is kept of it while it waits: a press on a row means the link that was seen there.
  fileprivate func forLater(in state: AppState) -> Action? {
    guard case .mouse(.pressed(let x, let y, let count)) = self else { return self }
    if y == 0 { return ScreenFrame(state: state).tab(atX: x).map { .tabPressed($0) } }
    return link(atX: x, y: y, in: state).map { .rowPressed($0, count: count) }
  }

  /// Whether it acts on the selected link where none is picked.
  fileprivate var actsOnSelection: Bool {
    switch self {
    case .removePressed, .restorePressed, .tagsPressed, .notePressed, .openPressed,
      .acceptMovesPressed, .refreshPressed, .markPressed, .sharePressed, .copyPressed:
      true
    default: false
    }
  }
}
