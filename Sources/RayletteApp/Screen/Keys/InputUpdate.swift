extension AppState {
  /// Takes a key, a paste or a click: now, or when what it was meant for has arrived.
  mutating func takeInput(_ action: Action) -> [Effect] {
    if typeAhead.isTold, action.isStop { return stopWaiting() }
    if prompt?.purpose == .filter, action.isTyping, typeAhead.actions.allSatisfy(\.isMovement) {
      // Moves through the list that was there before this letter mean nothing any more.
      typeAhead.removeAll()
    }
    let awaited = awaited(by: action)
    guard awaited == nil, typeAhead.isEmpty else {
      guard let waiting = action.forLater(in: self) else { return [] }
      typeAhead.append(waiting)
      return awaited.map { remind(of: $0) } ?? []
    }
    return perform(action)
  }

  /// Performs the actions that waited, as far as what they wait for has arrived.
  mutating func catchUp() -> [Effect] {
    var effects: [Effect] = []
    while let action = typeAhead.first, exitCode == nil {
      if let awaited = awaited(by: action) { return effects + remind(of: awaited) }
      typeAhead.removeFirst()
      effects += perform(action)
    }
    return effects
  }

  /// Requests a reminder when a wait takes long, so that the screen can say so.
  private mutating func remind(of awaited: Awaited) -> [Effect] {
    guard typeAhead.reminder != awaited.id else { return [] }
    typeAhead.reminder = awaited.id
    return [.system(.remind(awaited.id))]
  }

  /// Says what the next action waits for.
  mutating func tellWait(for id: RequestID) {
    guard let action = typeAhead.first, let awaited = awaited(by: action), awaited.id == id else {
      return
    }
    typeAhead.isTold = true
    notice = .information(awaited.message)
  }

  private mutating func perform(_ action: Action) -> [Effect] {
    let isDisplaced = saved.isCursorDisplaced
    saved.isCursorDisplaced = false
    notice = nil
    switch action {
    case .keyPressed(let key):
      if let prompt { return edit(prompt, with: key) }
      guard let bound = KeyMap.action(for: key, in: self) else { return [] }
      if isDisplaced, saved.selectedIDs.isEmpty, bound.actsOnCursor {
        notice = .information("The selected link left the list. Press the key again for this one.")
        return []
      }
      return respond(to: bound)
    case .pasted(let text): return paste(text)
    case .mouse(let event): return takeMouse(event)
    default: return respond(to: action)
    }
  }

  /// Gives up what is awaited, and what was typed for it.
  private mutating func stopWaiting() -> [Effect] {
    typeAhead.removeAll()
    notice = .information("Stopped waiting; the keys typed meanwhile have no effect.")
    saved.changes.stopAwaiting()
    // The rows are still welcome.
    saved.listing.rowsRequest = LatestRequest()
    let list = saved.listing.request.cancel()
    if !list.isEmpty { prompt = nil }
    return wheelRequest.cancel() + tagsRequest.cancel() + list
  }
}

extension Action {
  /// Whether it's the key that stops waiting.
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

  /// What waits in its place: a click on a row means the link that was seen there.
  fileprivate func forLater(in state: AppState) -> Action? {
    guard case .mouse(.pressed(let x, let y, let count)) = self else { return self }
    if y == 0 { return ScreenLayout(state).tab(atX: x).map { .tabPressed($0) } }
    return state.link(atX: x, y: y).map { .rowPressed($0, count: count) }
  }

  /// Whether it acts on the link at the cursor when none is selected.
  fileprivate var actsOnCursor: Bool {
    switch self {
    case .removePressed, .restorePressed, .tagsPressed, .notePressed, .openPressed,
      .acceptMovesPressed, .refreshPressed, .markPressed, .sharePressed, .copyPressed:
      true
    default: false
    }
  }
}
