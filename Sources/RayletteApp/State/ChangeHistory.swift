import LinkStore

/// The changes of this session, to be taken back and made again.
struct ChangeHistory: Equatable, Sendable {
  /// A change and what it is called on screen.
  struct Step: Hashable, Sendable {
    var change: SavedChange
    var words: String
  }

  /// What takes back the changes that were made, the last one last.
  private(set) var undo: [Step] = []
  /// What makes those again that were taken back.
  private(set) var redo: [Step] = []

  /// Takes over what a change left to be done.
  mutating func record(_ step: Step, after origin: ChangeOrigin) {
    switch origin {
    case .person:
      undo.append(step)
      redo = []
    case .undo: redo.append(step)
    case .redo: undo.append(step)
    }
  }

  mutating func nextUndo() -> Step? { undo.popLast() }
  mutating func nextRedo() -> Step? { redo.popLast() }

  /// Puts back a step that could not be made.
  mutating func giveBack(_ step: Step, origin: ChangeOrigin) {
    switch origin {
    case .person: break
    case .undo: undo.append(step)
    case .redo: redo.append(step)
    }
  }
}

/// Why a change is made.
public enum ChangeOrigin: Hashable, Sendable { case person, undo, redo }
