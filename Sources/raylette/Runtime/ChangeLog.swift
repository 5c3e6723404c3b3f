import LinkStore
import RayletteApp

/// What takes back the changes of this session, by the ids under which the state knows them.
struct ChangeLog {
  private var steps: [RequestID: Step] = [:]

  private struct Step {
    var undo: SavedChange?
    var redo: SavedChange?
  }

  /// A change was made that another one takes back.
  mutating func record(_ inverse: SavedChange?, of id: RequestID) {
    steps[id] = Step(undo: inverse)
  }

  /// What has to be done to take a change back, or to make it again.
  func change(_ id: RequestID, _ direction: ChangeDirection) -> SavedChange? {
    switch direction {
    case .make: nil
    case .undo: steps[id]?.undo
    case .redo: steps[id]?.redo
    }
  }

  /// Takes over what an undo or a redo left. What was done of it in part can be continued, and the
  /// part itself be reversed.
  mutating func settle(
    _ id: RequestID, _ direction: ChangeDirection, _ outcome: SavedLinkStore.PiecewiseOutcome
  ) {
    var step = steps[id] ?? Step()
    switch direction {
    case .make: step.undo = outcome.inverse
    case .undo:
      step.undo = outcome.rest
      step.redo = SavedChange.joined([step.redo, outcome.inverse].compactMap(\.self))
    case .redo:
      step.redo = outcome.rest
      step.undo = SavedChange.joined([step.undo, outcome.inverse].compactMap(\.self))
    }
    steps[id] = step
  }
}
