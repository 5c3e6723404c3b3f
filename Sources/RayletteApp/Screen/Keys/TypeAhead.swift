import Links
import Localization
import TerminalGrid

/// Keys, pastes and clicks for a screen that hasn't arrived yet. They wait in order, and are
/// handled when the screen arrives.
struct TypeAhead: Equatable, Sendable {
  private(set) var actions: [Action] = []
  /// Whether the screen shows the result that keys wait for. If so, esc stops waiting.
  var isNoticeShown = false
  /// The request that a reminder was requested for.
  private var reminder: RequestID?

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

  /// Requests a reminder for a long wait, so that the screen can show it.
  mutating func remind(of awaited: AwaitedResult) -> [Effect] {
    guard reminder != awaited.id else { return [] }
    reminder = awaited.id
    return [.system(.remind(awaited.id))]
  }
}

/// The result of a request that keys wait for.
struct AwaitedResult: Equatable {
  let id: RequestID
  let message: String

  static func list(_ id: RequestID) -> AwaitedResult {
    AwaitedResult(id: id, message: localized("Waiting for the list. Press esc to stop."))
  }

  static func tags(_ id: RequestID) -> AwaitedResult {
    AwaitedResult(id: id, message: localized("Waiting for the tags. Press esc to stop."))
  }
}

/// The results that keys wait for.
struct AwaitedResults {
  private let state: AppState

  init(in state: AppState) { self.state = state }

  /// The result that the first of the waiting actions waits for.
  var next: AwaitedResult? { state.input.typeAhead.first.flatMap { result(for: $0) } }

  /// Returns the result that an action waits for, regardless of earlier queued actions.
  func result(for action: Action) -> AwaitedResult? {
    if let id = state.spin.wheels.makeRequest.pendingID {
      return .init(id: id, message: localized("Making the wheel. Press esc to stop."))
    }
    if state.tab == .spin, let id = state.spin.drawRequest.pendingID {
      return .init(id: id, message: localized("Picking a link. Press esc to stop."))
    }
    if let id = state.spin.wheels.narrowingRequest.pendingID {
      return .init(id: id, message: localized("Counting the links. Press esc to stop."))
    }
    return result(for: action, on: state.modals.all[...])
  }

  /// - Parameter modals: the modals from the bottom up to the one that gets the action.
  private func result(for action: Action, on modals: ArraySlice<Modal>) -> AwaitedResult? {
    switch modals.last {
    // Typing waits for nothing, but running a command does.
    case .chooser(let chooser)? where chooser.focus == .palette:
      action.isRun ? result(for: action, on: modals.dropLast()) : nil
    case .prompt(let prompt)?: result(for: action, in: prompt)
    case .chooser(let chooser)?:
      chooser.isAwaited && (action.isChoice || chooser.isTagging && action == .keyPressed(.space))
        ? state.saved.tagsRequest.pendingID.map { .tags($0) }
          ?? chooser.request.pendingID.map { .list($0) }
        : nil
    case nil: resultOnScreen(for: action)
    case .help?, .details?, .sync?, .address?, .code?, .share?, .question?, .hints?: nil
    }
  }

  private func result(for action: Action, in prompt: Prompt) -> AwaitedResult? {
    switch prompt.purpose {
    case .filter where action == .keyPressed(.enter):
      // Whether the tag exists decides what enter means.
      return state.saved.listing.requestedQuery.filter.tagBeingTyped == nil
        ? nil : state.saved.tagsRequest.pendingID.map { .tags($0) }
    // Moving through the completions needs no list.
    case .filter where prompt.choice != nil && !action.turnsPage: return nil
    case .filter where action == .keyPressed(.tab) || action == .keyPressed(.backTab):
      return state.saved.tagsRequest.pendingID.map { .tags($0) }
        ?? state.saved.sitesRequest.pendingID.map {
          .init(id: $0, message: localized("Waiting for the sites. Press esc to stop."))
        }
    // Typing continues, because it requests another list.
    case .filter: return action.isMovement ? resultOnScreen(for: action) : nil
    case .address, .title, .newAddress, .find, .help: return nil
    }
  }

  private func resultOnScreen(for action: Action) -> AwaitedResult? {
    // The sidebar acts on the filter, whatever is listed.
    guard state.tab == .saved, !state.reader.isOpen, Focus(of: state) != .sidebar else {
      return nil
    }
    let request = state.saved.listing.request
    if let id = request.pendingID, request.subject?.isAwaited == true { return .list(id) }
    if let change = state.saved.changes.awaited.min() {
      return .init(
        id: change, message: localized("Waiting for the last change. Press esc to stop."))
    }
    // Moving the cursor only needs the order of the links.
    if let id = state.saved.listing.rowsRequest.pendingID, state.saved.cursorID != nil,
      state.saved.linkAtCursor == nil, !moves(action)
    {
      return .init(id: id, message: localized("Waiting for the link. Press esc to stop."))
    }
    return nil
  }

  private func moves(_ action: Action) -> Bool {
    guard case .keyPressed(let key) = action, state.modals.isEmpty else { return action.isMovement }
    let command = state.surroundings.keyMap.command(
      for: key, after: state.input.pendingKey, in: state)
    return command?.traits.contains(.moves) == true
  }
}

extension Action {
  /// Whether the action chooses an entry, or moves to one.
  fileprivate var isChoice: Bool {
    isMovement || self == .keyPressed(.enter) || self == .keyPressed(.tab)
  }

  /// Whether the action may run a command of the palette.
  fileprivate var isRun: Bool {
    if case .mouse(.pressed) = self { return true }
    return self == .keyPressed(.enter) || self == .keyPressed(.tab)
  }

  fileprivate var turnsPage: Bool {
    self == .keyPressed(.pageUp) || self == .keyPressed(.pageDown)
  }

  /// Whether the action moves the cursor, in the list or while a filter is typed.
  var isMovement: Bool {
    if case .mouse(.scrolled) = self { return true }
    let keys: [Key] = [.up, .down, .pageUp, .pageDown]
    return keys.contains { self == .keyPressed($0) }
  }
}
