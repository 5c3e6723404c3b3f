/// What a person typed, pasted or clicked for a screen that has yet to come: it waits, in order, and
/// then does what it would have done had the screen been there at once.
struct TypeAhead: Equatable, Sendable {
  private(set) var actions: [Action] = []
  /// Whether the screen says what is waited for, so that esc means to stop waiting.
  var isTold = false
  /// What a reminder was asked for of, in case it takes long.
  var reminder: RequestID?

  var isEmpty: Bool { actions.isEmpty }
  var first: Action? { actions.first }

  /// More than anybody types within a second; keys beyond it have no effect.
  private static let limit = 1000

  mutating func append(_ action: Action) {
    if actions.count < Self.limit { actions.append(action) }
  }

  mutating func removeFirst() {
    actions.removeFirst()
    isTold = false
  }

  mutating func removeAll() { self = TypeAhead() }
}

extension AppState {
  /// What keys have to wait for, if anything.
  enum Awaited: Equatable {
    case list(RequestID), change(RequestID), rows(RequestID), wheel(RequestID), tags(RequestID)

    var id: RequestID {
      switch self {
      case .list(let id), .change(let id), .rows(let id), .wheel(let id), .tags(let id): id
      }
    }

    var message: String {
      switch self {
      case .list: "Waiting for the list. Press esc to stop."
      case .change: "Waiting for the last change. Press esc to stop."
      case .rows: "Waiting for the link. Press esc to stop."
      case .wheel: "Making the wheel. Press esc to stop."
      case .tags: "Waiting for the tags. Press esc to stop."
      }
    }
  }

  /// What an action waits for, however many wait before it.
  func awaited(by action: Action) -> Awaited? {
    if let wheelRequest { return .wheel(wheelRequest) }
    guard tab == .saved, cover == nil, helpScroll == nil else { return nil }
    if let prompt {
      switch prompt.purpose {
      case .tags:
        return action == .keyPressed(.tab) ? tagsRequest.map { .tags($0) } : nil
      case .filter:
        // Typing goes on, and asks for another list.
        guard action.isMovement else { return nil }
      }
    }
    if let request = saved.request, request.isAwaited { return .list(request.id) }
    if let change = saved.awaitedChanges.map(\.id).min() { return .change(change) }
    // Moving needs to know the order of the links only.
    if let rowsRequest = saved.rowsRequest, saved.selectedID != nil, saved.selected == nil,
      !moves(action)
    {
      return .rows(rowsRequest)
    }
    return nil
  }

  private func moves(_ action: Action) -> Bool {
    guard case .keyPressed(let key) = action, prompt == nil else { return action.isMovement }
    if case .selectionMoved? = KeyMap.action(for: key, in: self) { return true }
    return false
  }
}

extension Action {
  /// Whether it is a key that moves the selection, in the list and while its filter is typed.
  var isMovement: Bool {
    switch self {
    case .keyPressed(.up), .keyPressed(.down), .keyPressed(.pageUp), .keyPressed(.pageDown),
      .mouse(.scrolled):
      true
    default: false
    }
  }
}
