import LinkStore

/// The part of ``update(_:_:)`` that takes keys while a line is typed.
func updatePrompt(_ state: inout AppState, _ key: Key) -> [Effect] {
  guard var prompt = state.prompt else { return [] }
  switch (key, prompt.purpose) {
  case (.escape, .filter), (.control("g"), .filter):
    state.prompt = nil
    return filter("", position: .kept, in: &state)
  case (.escape, _), (.control("g"), _): state.prompt = nil

  case (.enter, .filter):
    state.prompt = nil
    // Nothing typed is no filter.
    if state.saved.requestedQuery.filter.isEmpty { return filter("", position: .kept, in: &state) }
  case (.enter, .tags(let ids)):
    state.prompt = nil
    return tag(ids, prompt.text, in: &state)

  // The list can be walked while its filter is typed.
  case (.down, .filter): return updateList(&state, .selectionMoved(.down))
  case (.up, .filter): return updateList(&state, .selectionMoved(.up))
  case (.pageDown, .filter): return updateList(&state, .selectionMoved(.pageDown))
  case (.pageUp, .filter): return updateList(&state, .selectionMoved(.pageUp))

  case (.tab, .tags):
    if let tag = completions(of: prompt, in: state).first {
      prompt.complete(with: tag + " ")
      state.prompt = prompt
    }

  case (.backspace, .filter) where prompt.text.isEmpty:
    return updatePrompt(&state, .escape)
  default:
    guard prompt.edit(key) else { return [] }
    return take(prompt, in: &state)
  }
  return []
}

/// Shows a prompt as it was edited, and what its filter finds.
func take(_ prompt: Prompt, in state: inout AppState) -> [Effect] {
  state.prompt = prompt
  guard prompt.purpose == .filter,
    SavedFilter(prompt.text) != state.saved.requestedQuery.filter
  else { return [] }
  // A new list begins at its first.
  return filter(prompt.text, position: .first, in: &state)
}

private func filter(
  _ text: String, position: ListRequest.Position, in state: inout AppState
) -> [Effect] {
  var query = state.saved.requestedQuery
  query.filter = SavedFilter(text)
  return state.requestList(query, position: position)
}

/// Tags in use that go on as the word at the cursor begins, the most used first.
func completions(of prompt: Prompt, in state: AppState) -> [String] {
  let isRemoval = prompt.word.hasPrefix("-")
  let word = prompt.word.drop { $0 == "-" || $0 == "#" }.lowercased()
  guard prompt.purpose != .filter, !word.isEmpty, !prompt.word.contains(where: \.isWhitespace)
  else { return [] }
  return state.saved.tags.lazy
    .filter { $0.lowercased().hasPrefix(word) && $0.lowercased() != word }
    .prefix(5).map { tag in
      (isRemoval ? "-" : "") + (tag.contains(where: TagWords.separates) ? "\"\(tag)\"" : tag)
    }
}

/// Puts tags on links, and takes tags off, as ``TagWords`` has them.
private func tag(
  _ ids: [SavedLink.ID], _ text: String, in state: inout AppState
) -> [Effect] {
  let words = TagWords(text)
  let (added, removed) = (words.added, words.removed)
  var effects: [Effect] = []
  if !added.isEmpty {
    effects += change(.make(.addTags(added, to: ids)), .tagged, in: &state)
  }
  if !removed.isEmpty {
    effects += change(.make(.removeTags(removed, from: ids)), .untagged, in: &state)
  }
  return effects
}
