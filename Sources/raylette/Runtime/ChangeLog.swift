import LinkStore
import RayletteApp

/// The inverses of this session's changes, by the ids of their requests.
struct ChangeLog {
  private var steps: [RequestID: Step] = [:]

  private struct Step {
    var undo: StoreChange?
    var redo: StoreChange?
  }

  /// Records the inverse of a change that was made.
  mutating func record(_ inverse: StoreChange?, of id: RequestID) {
    steps[id] = Step(undo: inverse)
  }

  /// Returns the change that undoes or redoes a change.
  func change(_ id: RequestID, _ direction: ChangeDirection) -> StoreChange? {
    switch direction {
    case .make: nil
    case .undo: steps[id]?.undo
    case .redo: steps[id]?.redo
    }
  }

  /// Records the outcome of a piecewise change. If an undo or redo was done only in part, it can be
  /// continued, and the finished part can be reversed.
  mutating func settle(
    _ id: RequestID, _ direction: ChangeDirection, _ outcome: StoreChange.Outcome
  ) {
    var step = steps[id] ?? Step()
    switch direction {
    case .make: step.undo = outcome.inverse
    case .undo:
      step.undo = outcome.rest
      step.redo = StoreChange.joined(step.redo, outcome.inverse)
    case .redo:
      step.redo = outcome.rest
      step.undo = StoreChange.joined(step.undo, outcome.inverse)
    }
    steps[id] = step
  }
}
