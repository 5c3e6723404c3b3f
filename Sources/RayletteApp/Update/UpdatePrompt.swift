import LinkStore

/// The part of ``update(_:_:)`` that takes keys while a line is typed.
func updatePrompt(_ state: inout AppState, _ key: Key) -> [Effect] {
  guard var prompt = state.prompt else { return [] }
  switch (key, prompt.purpose) {
  case (.escape, .filter), (.control("g"), .filter):
    state.prompt = nil
    state.saved.query.filter = SavedFilter("")
    return [listing(of: state)]
  case (.escape, _), (.control("g"), _): state.prompt = nil

  case (.enter, .filter):
    state.prompt = nil
    // Nothing typed is no filter.
    if state.saved.query.filter.isEmpty { return [listing(of: state)] }
  case (.enter, .tags):
    state.prompt = nil
    return tag(prompt.text, in: &state)

  // The list can be walked while its filter is typed.
  case (.down, .filter): return update(&state, .selectionMoved(.down))
  case (.up, .filter): return update(&state, .selectionMoved(.up))
  case (.pageDown, .filter): return update(&state, .selectionMoved(.pageDown))
  case (.pageUp, .filter): return update(&state, .selectionMoved(.pageUp))

  case (.tab, .tags):
    if let tag = completions(of: prompt, in: state).first {
      prompt.complete(with: tag + " ")
      state.prompt = prompt
    }

  case (.backspace, .filter) where prompt.text.isEmpty:
    return updatePrompt(&state, .escape)
  default:
    guard prompt.edit(key) else { return [] }
    state.prompt = prompt
    guard prompt.purpose == .filter else { return [] }
    let filter = SavedFilter(prompt.text)
    guard filter != state.saved.query.filter else { return [] }
    state.saved.query.filter = filter
    // A new list begins at its first.
    state.saved.select(0, visibleRows: SavedView.visibleRows(in: state))
    return [listing(of: state)]
  }
  return []
}

/// Tags in use that go on as the word at the cursor begins, the most used first.
func completions(of prompt: Prompt, in state: AppState) -> [String] {
  let isRemoval = prompt.word.hasPrefix("-")
  let word = prompt.word.drop { $0 == "-" || $0 == "#" }.lowercased()
  guard prompt.purpose == .tags, !word.isEmpty, !prompt.word.contains(where: \.isWhitespace) else {
    return []
  }
  return state.saved.tags.lazy
    .filter { $0.lowercased().hasPrefix(word) && $0.lowercased() != word }
    .prefix(5).map { tag in
      (isRemoval ? "-" : "") + (tag.contains(where: TagWords.separates) ? "\"\(tag)\"" : tag)
    }
}

/// Puts tags on, and takes tags off, as ``TagWords`` has them.
private func tag(_ text: String, in state: inout AppState) -> [Effect] {
  let words = TagWords(text)
  let (added, removed) = (words.added, words.removed)
  let ids = state.saved.targets
  guard !ids.isEmpty else { return [] }
  state.saved.marked = []
  state.saved.range = nil
  var effects: [Effect] = []
  if !added.isEmpty {
    effects.append(
      .change(.addTags(added, to: ids), .person, words: "Tagged \(ids.countInWords)"))
  }
  if !removed.isEmpty {
    effects.append(
      .change(.removeTags(removed, from: ids), .person, words: "Untagged \(ids.countInWords)"))
  }
  return effects
}
