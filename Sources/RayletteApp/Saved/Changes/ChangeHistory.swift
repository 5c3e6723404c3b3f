/// The changes of this session in the order in which they were asked for, to be taken back and made
/// again.
///
/// A change is in it from the moment it is asked for, so that an undo always means the last one, even
/// while it is still being written: the runner makes changes, undos and redos in one queue.
struct ChangeHistory: Equatable, Sendable {
  struct Step: Hashable, Sendable {
    let id: RequestID
    var kind: ChangeKind
  }

  /// What can be taken back, the last one last.
  private(set) var undo: [Step] = []
  /// What was taken back, the last one last.
  private(set) var redo: [Step] = []
  private var kinds: [RequestID: ChangeKind] = [:]

  /// A person asked for a change.
  mutating func record(_ step: Step) {
    undo.append(step)
    redo = []
    kinds[step.id] = step.kind
  }

  /// The step that an undo takes back.
  mutating func popUndo() -> Step? {
    guard let step = undo.popLast() else { return nil }
    redo.append(step)
    return step
  }

  /// The step that a redo makes again.
  mutating func popRedo() -> Step? {
    guard let step = redo.popLast() else { return nil }
    undo.append(step)
    return step
  }

  /// What a change is called.
  func kind(of id: RequestID) -> ChangeKind? { kinds[id] }

  /// Takes over how a change ended.
  mutating func settle(_ id: RequestID, _ direction: ChangeDirection, _ ending: Ending) {
    guard let kind = kinds[id] else { return }
    let step = Step(id: id, kind: kind)
    switch (ending, direction) {
    case (.done, _), (.partly, .make): break
    // One part can still be taken back, and the other made again.
    case (.partly, _):
      Self.insert(step, into: &undo)
      Self.insert(step, into: &redo)
    case (.notDone, .undo):
      redo.removeAll { $0.id == id }
      Self.insert(step, into: &undo)
    case (.notDone, .redo):
      undo.removeAll { $0.id == id }
      redo.append(step)
    // What changed nothing needs no taking back.
    case (.notDone, .make), (.empty, _):
      undo.removeAll { $0.id == id }
      redo.removeAll { $0.id == id }
      kinds[id] = nil
    }
  }

  enum Ending { case done, partly, notDone, empty }

  /// Changes are numbered in the order in which they were asked for.
  private static func insert(_ step: Step, into steps: inout [Step]) {
    guard !steps.contains(step) else { return }
    steps.insert(step, at: steps.firstIndex { $0.id > step.id } ?? steps.count)
  }
}
