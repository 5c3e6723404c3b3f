import LinkStore

extension AppState {
  /// Handles a key while a prompt is shown.
  mutating func edit(_ prompt: Prompt, with key: Key) -> [Effect] {
    var prompt = prompt
    switch (key, prompt.purpose) {
    case (.escape, .filter), (.control("g"), .filter):
      self.prompt = nil
      return filter("", position: .kept)
    case (.escape, .tags), (.control("g"), .tags): self.prompt = nil

    case (.enter, .filter):
      self.prompt = nil
      // An empty line clears the filter.
      if saved.listing.requestedQuery.filter.isEmpty { return filter("", position: .kept) }
    case (.enter, .tags(let ids)):
      self.prompt = nil
      return changeTags(of: ids, prompt.text)

    // The cursor can be moved while the filter is typed.
    case (.down, .filter): return moveCursor(.down)
    case (.up, .filter): return moveCursor(.up)
    case (.pageDown, .filter): return moveCursor(.pageDown)
    case (.pageUp, .filter): return moveCursor(.pageUp)

    case (.tab, .tags):
      if let tag = completions(of: prompt).first {
        prompt.complete(with: tag + " ")
        self.prompt = prompt
      }

    case (.backspace, .filter) where prompt.text.isEmpty: return edit(prompt, with: .escape)
    default:
      guard prompt.edit(key) else { return [] }
      return take(prompt)
    }
    return []
  }

  /// Shows an edited prompt, and requests what its filter finds.
  mutating func take(_ prompt: Prompt) -> [Effect] {
    self.prompt = prompt
    guard prompt.purpose == .filter,
      SavedFilter(prompt.text) != saved.listing.requestedQuery.filter
    else { return [] }
    return filter(prompt.text, position: .first)
  }

  private mutating func filter(_ text: String, position: ListRequest.Position) -> [Effect] {
    var query = saved.listing.requestedQuery
    query.filter = SavedFilter(text)
    return requestList(query, position: position)
  }

  /// Returns the tags in use that begin with the word at the cursor, the most used first.
  func completions(of prompt: Prompt) -> [String] {
    let isRemoval = prompt.word.hasPrefix("-")
    let word = prompt.word.drop { $0 == "-" || $0 == "#" }.lowercased()
    guard case .tags = prompt.purpose, !word.isEmpty, !prompt.word.contains(where: \.isWhitespace)
    else { return [] }
    return saved.tags.lazy
      .filter { $0.lowercased().hasPrefix(word) && $0.lowercased() != word }
      .prefix(5).map { tag in
        (isRemoval ? "-" : "") + (tag.contains(where: TagTerms.separates) ? "\"\(tag)\"" : tag)
      }
  }

  /// Adds and removes the typed tags.
  private mutating func changeTags(of ids: [SavedLink.ID], _ text: String) -> [Effect] {
    let terms = TagTerms(text)
    var effects: [Effect] = []
    if !terms.added.isEmpty {
      effects += change(.make(.addTags(terms.added, to: ids)), .tagged)
    }
    if !terms.removed.isEmpty {
      effects += change(.make(.removeTags(terms.removed, from: ids)), .untagged)
    }
    return effects
  }
}
