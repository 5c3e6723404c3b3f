import Links

/// Keys, pastes and clicks for a screen that hasn't arrived yet. They wait, in order, and then do
/// what they would have done on that screen.
struct TypeAhead: Equatable, Sendable {
  private(set) var actions: [Action] = []
  /// Whether the screen shows what is awaited. If so, esc stops waiting.
  var isNoticeShown = false
  /// The request that a reminder was requested for.
  var reminder: RequestID?

  var isEmpty: Bool { actions.isEmpty }
  var first: Action? { actions.first }

  /// The maximum number of actions, more than anybody types within a second. Further keys are
  /// ignored.
  private static let limit = 1000

  mutating func append(_ action: Action) {
    if actions.count < Self.limit { actions.append(action) }
  }

  mutating func removeFirst() {
    actions.removeFirst()
    isNoticeShown = false
  }

  mutating func removeAll() { self = TypeAhead() }
}

extension AppState {
  /// An answer that keys wait for.
  enum Awaited: Equatable {
    case list(RequestID), change(RequestID), rows(RequestID), wheel(RequestID), tags(RequestID)
    case draw(RequestID), choices(RequestID), narrowing(RequestID)

    var id: RequestID {
      switch self {
      case .list(let id), .change(let id), .rows(let id), .wheel(let id), .tags(let id),
        .draw(let id), .choices(let id), .narrowing(let id):
        id
      }
    }

    var message: String {
      switch self {
      case .list: "Waiting for the list. Press esc to stop."
      case .change: "Waiting for the last change. Press esc to stop."
      case .rows: "Waiting for the link. Press esc to stop."
      case .wheel: "Making the wheel. Press esc to stop."
      case .tags: "Waiting for the tags. Press esc to stop."
      case .draw: "Picking a link. Press esc to stop."
      case .choices: "Waiting for the list. Press esc to stop."
      case .narrowing: "Counting the links. Press esc to stop."
      }
    }
  }

  /// Returns what an action waits for, regardless of the actions queued before it.
  func awaited(by action: Action) -> Awaited? {
    if let id = spin.wheels.makeRequest.pendingID { return .wheel(id) }
    if tab == .spin, let id = spin.drawRequest.pendingID { return .draw(id) }
    if let id = spin.wheels.narrowingRequest.pendingID { return .narrowing(id) }
    return awaited(by: action, on: modals.all[...])
  }

  /// - Parameter modals: The modals from the bottom to the one that gets the action.
  private func awaited(by action: Action, on modals: ArraySlice<Modal>) -> Awaited? {
    switch modals.last {
    // Typing waits for nothing, but running a command does.
    case .palette?: action.isRun ? awaited(by: action, on: modals.dropLast()) : nil
    case .prompt(let prompt)?: awaited(by: action, in: prompt)
    case .chooser(let chooser)?:
      chooser.isAwaited && action.isChoice
        ? saved.tagsRequest.pendingID.map { .tags($0) }
          ?? chooserRequest.pendingID.map { .choices($0) }
        : nil
    case nil: awaitedOnScreen(by: action)
    case .help?, .details?, .sync?, .address?, .code?, .share?, .question?, .hints?: nil
    }
  }

  private func awaited(by action: Action, in prompt: Prompt) -> Awaited? {
    switch prompt.purpose {
    case .tags, .spinTags:
      return action == .keyPressed(.tab) ? saved.tagsRequest.pendingID.map { .tags($0) } : nil
    case .filter where action == .keyPressed(.enter):
      // Whether there's such a tag decides what enter means.
      return saved.listing.requestedQuery.filter.tagBeingTyped == nil
        ? nil : saved.tagsRequest.pendingID.map { .tags($0) }
    // Typing continues, because it requests another list.
    case .filter: return action.isMovement ? awaitedOnScreen(by: action) : nil
    case .address, .title, .newAddress, .find, .help: return nil
    }
  }

  private func awaitedOnScreen(by action: Action) -> Awaited? {
    guard tab == .saved, !reader.isOpen else { return nil }
    let request = saved.listing.request
    if let id = request.pendingID, request.subject?.isAwaited == true { return .list(id) }
    if let change = saved.changes.awaited.map(\.id).min() { return .change(change) }
    // Moving the cursor only needs the order of the links.
    if let id = saved.listing.rowsRequest.pendingID, saved.cursorID != nil,
      saved.linkAtCursor == nil, !moves(action)
    {
      return .rows(id)
    }
    return nil
  }

  private func moves(_ action: Action) -> Bool {
    guard case .keyPressed(let key) = action, modals.isEmpty else { return action.isMovement }
    if case .saved(.moved)? = self.keyMap.action(for: key, after: pendingKey, in: self) {
      return true
    }
    return false
  }
}

extension Action {
  /// Whether it chooses an entry, or moves to one.
  fileprivate var isChoice: Bool {
    isMovement || self == .keyPressed(.enter) || self == .keyPressed(.tab)
  }

  /// Whether it may run a command of the palette.
  fileprivate var isRun: Bool {
    if case .mouse(.pressed) = self { return true }
    return self == .keyPressed(.enter) || self == .keyPressed(.tab)
  }

  /// Whether it moves the cursor, both in the list and while a filter is typed.
  var isMovement: Bool {
    if case .mouse(.scrolled) = self { return true }
    let keys: [Key] = [.up, .down, .pageUp, .pageDown]
    return keys.contains { self == .keyPressed($0) }
  }
}
