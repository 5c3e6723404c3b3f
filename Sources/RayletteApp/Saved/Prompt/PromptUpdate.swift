import Foundation
import Links
import TerminalGrid

/// An event in a line that's being typed.
enum PromptEvent: Equatable {
  case typed, cancelled, entered
  /// The cursor of the list moves while its filter is typed.
  case moved(Movement)
}

extension Prompt {
  /// Handles a key.
  /// - Parameters:
  ///   - completions: the completions, from which tab chooses.
  ///   - history: the previous filters.
  /// - Returns: the event, or nil if the text is unchanged.
  mutating func type(_ key: Key, completions: [Completion], history: [String]) -> PromptEvent? {
    let isFilter = purpose == .filter
    switch key {
    case .escape where choice != nil, .control("g") where choice != nil:
      takeBackChoice()
      return .typed
    case .escape, .control("g"): return .cancelled
    case .enter: return .entered
    case .backspace where text.isEmpty && (isFilter || purpose == .find): return .cancelled
    // Tab goes to the list of completions, where arrows move, too.
    case .tab: return moveChoice(1, in: completions)
    case .backTab: return moveChoice(-1, in: completions)
    case .down where choice != nil, .control("n") where choice != nil:
      return moveChoice(1, in: completions)
    case .up where choice != nil, .control("p") where choice != nil:
      return moveChoice(-1, in: completions)

    case .up where isFilter && (text.isEmpty || recalled != nil): return recall(1, of: history)
    case .down where isFilter && recalled != nil: return recall(-1, of: history)
    case .down where isFilter, .control("n") where isFilter: return moveInList(.down)
    case .up where isFilter, .control("p") where isFilter: return moveInList(.up)
    case .pageDown where isFilter: return moveInList(.pageDown)
    case .pageUp where isFilter: return moveInList(.pageUp)

    case .character, .backspace, .delete, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown, .control, .alt:
      let before = text
      // Moving the cursor isn't typing.
      return edit(key) && text != before ? .typed : nil
    }
  }

  /// Chooses the completion after or before the chosen one, around the ends of the list.
  private mutating func moveChoice(_ step: Int, in completions: [Completion]) -> PromptEvent? {
    let completions = choice?.completions ?? completions
    guard !completions.isEmpty else { return nil }
    let index = choice?.index ?? (step < 0 ? 0 : -1)
    choose((index + step + completions.count) % completions.count, of: completions)
    return .typed
  }

  private mutating func moveInList(_ movement: Movement) -> PromptEvent {
    moveInList()
    return .moved(movement)
  }

  /// Replaces the filter with a previous one.
  private mutating func recall(_ step: Int, of history: [String]) -> PromptEvent? {
    let index = (recalled ?? -1) + step
    guard index < history.count else { return nil }
    self = Prompt(.filter, text: index < 0 ? "" : history[index])
    recalled = index < 0 ? nil : index
    return .typed
  }
}

extension AppState {
  /// Does for the line's feature what an event in the line stands for.
  mutating func handle(_ event: PromptEvent, in prompt: Prompt) {
    switch prompt.purpose {
    case .filter:
      return update(\.saved) { saved, context in
        switch event {
        case .typed: saved.typeFilter(prompt.filter, in: &context)
        case .moved(let movement): saved.move(movement, in: &context)
        case .cancelled: saved.filter(SavedFilter(""), position: .kept, in: &context)
        case .entered: saved.endFilter(prompt.text, in: &context)
        }
      }
    case .find:
      switch event {
      case .typed: reader.search(prompt.text, in: surroundings)
      case .cancelled: reader.cancelSearch(in: surroundings)
      case .entered: return update(\.reader) { $0.endSearch(in: &$1) }
      case .moved: break
      }
    case .address:
      if event == .entered { return update(\.saved) { $0.save(prompt, in: &$1) } }
    case .title(let id):
      if event == .entered { return update(\.saved) { $0.retitle(id, prompt.text, in: &$1) } }
    case .newAddress(let id):
      if event == .entered { return update(\.saved) { $0.readdress(id, prompt, in: &$1) } }
    // The help has its own prompt.
    case .help: break
    }
  }
}

/// Texts that were used before, latest first, such as filters.
struct RecentTexts: Equatable, Sendable {
  private(set) var texts: [String]
  private let limit: Int

  init(_ texts: [String] = [], limit: Int) {
    self.texts = Array(texts.prefix(limit))
    self.limit = limit
  }

  mutating func add(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return }
    self = RecentTexts([text] + texts.filter { $0 != text }, limit: limit)
  }

  /// Replaces the texts with those of an earlier session.
  mutating func restore(_ texts: [String]) { self = RecentTexts(texts, limit: limit) }
}
