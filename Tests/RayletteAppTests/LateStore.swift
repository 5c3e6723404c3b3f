import Links
import TerminalGrid

@testable import RayletteApp

/// A store that answers late, out of order or never, as the test decides. Makes changes in the
/// order in which they were requested, as the program does. Answers reads from what is stored when
/// their turn comes, and the answers may overtake each other.
struct LateStore {
  var store: SampleStore
  /// Pending changes, oldest first.
  private var writes: [Effect] = []
  private var questions: [Effect] = []
  /// Answers that haven't reached the state.
  private var answers: [Action] = []
  /// Effects for other parts than the store.
  private(set) var others: [Effect] = []

  init(links: [SavedLink]) { store = SampleStore(links: links) }

  var isIdle: Bool { writes.isEmpty && questions.isEmpty && answers.isEmpty }

  mutating func take(_ effects: [Effect]) {
    for effect in effects {
      switch effect {
      case .write: writes.append(effect)
      case .read: questions.append(effect)
      case .system(.remind): break
      case .cancel(let id): questions.removeAll { $0.queryID == id }
      case .fetch, .picture, .job, .share, .system: others.append(effect)
      }
    }
  }

  mutating func press(_ key: Key, in state: inout AppState) {
    take(update(&state, .keyPressed(key)))
  }

  /// Performs one random step: makes a change, answers a read or delivers an answer.
  mutating func step(in state: inout AppState, by chance: inout SplitMix64) {
    switch Int.random(in: 0..<3, using: &chance) {
    case 0 where !writes.isEmpty:
      if let answer = store.answer(writes.removeFirst()) { answers.append(answer) }
    case 1 where !questions.isEmpty:
      let question = questions.remove(at: .random(in: questions.indices, using: &chance))
      if let answer = store.answer(question) { answers.append(answer) }
    case 2 where !answers.isEmpty:
      let answer = answers.remove(at: nextAnswer(by: &chance))
      take(update(&state, answer))
    default: break
    }
  }

  /// Picks the next answer at random. Answers to changes keep their order, because they come from
  /// one queue; all others can overtake each other.
  private func nextAnswer(by chance: inout SplitMix64) -> Int {
    let index = Int.random(in: answers.indices, using: &chance)
    guard answers[index].isOfChange else { return index }
    return answers.firstIndex { $0.isOfChange } ?? index
  }

  /// Performs all pending steps in random order.
  mutating func settle(in state: inout AppState, by chance: inout SplitMix64) {
    while !isIdle { step(in: &state, by: &chance) }
  }
}

extension Action {
  fileprivate var isOfChange: Bool {
    switch self {
    case .changes(.ended), .changes(.linkSaved), .changes(.linksSaved): true
    default: false
    }
  }
}

extension Effect {
  /// The request ID of a read from the store.
  fileprivate var queryID: RequestID? {
    guard case .read(let query) = self else { return nil }
    return switch query {
    case .wheel: nil
    case .list(let id, _, _), .links(let id, _), .keptText(let id, _), .savedLink(let id, _),
      .tags(let id), .sites(let id), .history(let id, _), .recent(let id, _),
      .makeWheel(let id, _), .narrowing(let id, _, _), .choices(let id, _),
      .excerpts(let id, _, _), .facets(let id, _), .browsers(let id):
      id
    }
  }
}
