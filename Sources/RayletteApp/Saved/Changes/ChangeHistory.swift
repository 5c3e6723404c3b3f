import Links

/// The undo and redo history of this session, in the order of the requests.
///
/// Records a change as soon as it's requested, so that undo always applies to the last change, even
/// while it's still being written. This works because the runner performs changes, undos and redos
/// in one queue.
struct ChangeHistory: Equatable, Sendable {
  struct Step: Hashable, Sendable {
    let id: RequestID
    var kind: ChangeKind
  }

  /// Changes that can be undone, the latest last.
  private(set) var undo: [Step] = []
  /// Changes that can be redone, the latest undone last.
  private(set) var redo: [Step] = []
  private var kinds: [RequestID: ChangeKind] = [:]

  /// Records a requested change.
  mutating func record(_ step: Step) {
    undo.append(step)
    redo = []
    kinds[step.id] = step.kind
  }

  /// Returns the step to undo, and moves it to ``redo``. One that can't be undone is forgotten, so
  /// that the one before it comes next.
  mutating func popUndo() -> Step? {
    guard let step = undo.popLast() else { return nil }
    if step.kind.permanence == nil {
      redo.append(step)
    } else {
      kinds[step.id] = nil
    }
    return step
  }

  /// Returns the step to redo, and moves it to ``undo``.
  mutating func popRedo() -> Step? {
    guard let step = redo.popLast() else { return nil }
    undo.append(step)
    return step
  }

  func kind(of id: RequestID) -> ChangeKind? { kinds[id] }

  /// Says what a change turned out to be.
  mutating func specify(_ id: RequestID, _ kind: ChangeKind) {
    guard kinds[id] != nil else { return }
    kinds[id] = kind
    for index in undo.indices where undo[index].id == id { undo[index].kind = kind }
    for index in redo.indices where redo[index].id == id { redo[index].kind = kind }
  }

  /// Updates the history with the result of a change.
  mutating func settle(_ id: RequestID, _ direction: ChangeDirection, _ ending: Ending) {
    guard let kind = kinds[id] else { return }
    let step = Step(id: id, kind: kind)
    switch (ending, direction) {
    case (.done, _), (.partly, .make): break
    // One part can still be undone, and the other redone.
    case (.partly, _):
      Self.insert(step, into: &undo)
      Self.insert(step, into: &redo)
    case (.notDone, .undo):
      redo.removeAll { $0.id == id }
      Self.insert(step, into: &undo)
    case (.notDone, .redo):
      undo.removeAll { $0.id == id }
      redo.append(step)
    // A change without effect needs no undo.
    case (.notDone, .make), (.empty, _):
      undo.removeAll { $0.id == id }
      redo.removeAll { $0.id == id }
      kinds[id] = nil
    }
  }

  enum Ending {
    case done, partly, notDone, empty

    /// - Parameter result: The number of things that were changed.
    init(_ result: Result<Int, StoreError>) {
      self =
        switch result {
        case .success(0): .empty
        case .success: .done
        case .failure: .notDone
        }
    }
  }

  /// Inserts a step in the order of the requests, which is the order of their ids.
  private static func insert(_ step: Step, into steps: inout [Step]) {
    guard !steps.contains(where: { $0.id == step.id }) else { return }
    steps.insert(step, at: steps.firstIndex { $0.id > step.id } ?? steps.count)
  }
}
