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
  ///   - completion: the completion of the word at the cursor.
  ///   - history: the previous filters.
  /// - Returns: the event, or nil if the text is unchanged.
  mutating func type(
    _ key: Key, completion: String?, history: FilterHistory
  ) -> PromptEvent? {
    let isFilter = purpose == .filter
    switch key {
    case .escape, .control("g"): return .cancelled
    case .enter: return .entered
    case .backspace where text.isEmpty && (isFilter || purpose == .find): return .cancelled
    case .tab:
      guard let completion else { return nil }
      complete(with: completion + " ")
      return .typed

    case .up where isFilter && (text.isEmpty || recalled != nil): return recall(1, of: history)
    case .down where isFilter && recalled != nil: return recall(-1, of: history)
    case .down where isFilter, .control("n") where isFilter: return .moved(.down)
    case .up where isFilter, .control("p") where isFilter: return .moved(.up)
    case .pageDown where isFilter: return .moved(.pageDown)
    case .pageUp where isFilter: return .moved(.pageUp)

    case .character, .backTab, .backspace, .delete, .up, .down, .left, .right, .home, .end,
      .pageUp, .pageDown, .control, .alt:
      let before = text
      // Moving the cursor isn't typing.
      return edit(key) && text != before ? .typed : nil
    }
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
      case .tags, .spinTags, .address, .title, .newAddress, .help: nil
      }
    case .moved(let movement): .saved(.moved(movement))
    case .cancelled:
      switch purpose {
      case .filter: .saved(.filterCancelled)
      case .find: .reader(.searchCancelled)
      case .tags, .spinTags, .address, .title, .newAddress, .help: nil
      }
    case .entered:
      switch purpose {
      case .filter: .saved(.filterEntered(text))
      case .tags(let ids): .saved(.tagsEntered(ids, text))
      case .spinTags(let id): .spin(.tagsEntered(id, text))
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
    guard !text.allSatisfy(\.isWhitespace) else { return }
    texts.removeAll { $0 == text }
    texts.insert(text, at: 0)
    texts = Array(texts.prefix(Self.limit))
  }
}
