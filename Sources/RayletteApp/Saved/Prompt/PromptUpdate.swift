import Foundation
import Links

/// An event in a line that's being typed.
enum PromptEvent {
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
  mutating func type(
    _ key: Key, completions: [Completion], history: FilterHistory
  ) -> PromptEvent? {
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
    isMovingInList = true
    return .moved(movement)
  }

  /// Replaces the filter with a previous one.
  private mutating func recall(_ step: Int, of history: FilterHistory) -> PromptEvent? {
    let index = (recalled ?? -1) + step
    guard index < history.texts.count else { return nil }
    self = Prompt(.filter, text: index < 0 ? "" : history.texts[index])
    recalled = index < 0 ? nil : index
    return .typed
  }

  /// Returns the action for the line's feature that an event stands for, or nil for none.
  func action(for event: PromptEvent) -> Action? {
    switch event {
    case .typed:
      switch purpose {
      case .filter: .saved(.filterTyped(filter))
      case .find: .reader(.searched(text))
      case .address, .title, .newAddress, .help: nil
      }
    case .moved(let movement): .saved(.moved(movement))
    case .cancelled:
      switch purpose {
      case .filter: .saved(.filterCancelled)
      case .find: .reader(.searchCancelled)
      case .address, .title, .newAddress, .help: nil
      }
    case .entered:
      switch purpose {
      case .filter: .saved(.filterEntered(text))
      case .address: .saved(.newLinksEntered(self))
      case .title(let id): .saved(.titleEntered(id, text))
      case .newAddress(let id): .saved(.addressEntered(id, self))
      case .find: .reader(.searchConfirmed)
      // The help has its own prompt.
      case .help: nil
      }
    }
  }
}

/// The previous filters, latest first.
struct FilterHistory: Equatable, Sendable {
  private(set) var texts: [String] = []

  private static let limit = 50

  init(_ texts: [String] = []) { self.texts = Array(texts.prefix(Self.limit)) }

  mutating func add(_ text: String) {
    let text = text.trimmingCharacters(in: .whitespaces)
    guard !text.isEmpty else { return }
    texts.removeAll { $0 == text }
    texts.insert(text, at: 0)
    texts = Array(texts.prefix(Self.limit))
  }
}
