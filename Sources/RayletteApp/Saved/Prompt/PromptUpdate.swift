import Links

extension AppState {
  /// Handles a key while a prompt is shown.
  mutating func edit(_ prompt: Prompt, with key: Key) -> [Effect] {
    var prompt = prompt
    switch (key, prompt.purpose) {
    case (.escape, .filter), (.control("g"), .filter):
      modals.close()
      return filter("", position: .kept)
    case (.escape, .find), (.control("g"), .find):
      modals.close()
      return respond(to: .reader(.searchCancelled))
    case (.backspace, .find) where prompt.text.isEmpty: return edit(prompt, with: .escape)
    case (.escape, _), (.control("g"), _): modals.close()
    case (.enter, _): return confirm(prompt)

    case (.up, .filter) where prompt.text.isEmpty || prompt.recalled != nil:
      return recall(prompt, by: 1)
    case (.down, .filter) where prompt.recalled != nil: return recall(prompt, by: -1)
    // The cursor can be moved while the filter is typed.
    case (.down, .filter), (.control("n"), .filter): return moveCursor(.down)
    case (.up, .filter), (.control("p"), .filter): return moveCursor(.up)
    case (.pageDown, .filter): return moveCursor(.pageDown)
    case (.pageUp, .filter): return moveCursor(.pageUp)

    case (.tab, _):
      guard let word = completions(of: prompt).first else { return [] }
      prompt.complete(with: word + " ")
      return show(prompt)

    case (.backspace, .filter) where prompt.text.isEmpty: return edit(prompt, with: .escape)
    default:
      let text = prompt.text
      guard prompt.edit(key) else { return [] }
      // Moving the cursor isn't typing.
      guard prompt.text != text else {
        modals.top = .prompt(prompt)
        return []
      }
      return show(prompt)
    }
    return []
  }

  /// Does what a prompt is for.
  private mutating func confirm(_ prompt: Prompt) -> [Effect] {
    modals.close()
    switch prompt.purpose {
    case .filter:
      let filter = saved.listing.requestedQuery.filter
      let ended = filter.ended(among: saved.tags)
      saved.filterHistory.add(filter.tagBeingTyped == nil ? prompt.text : ended.text)
      // An empty line clears the filter.
      if filter.isEmpty { return self.filter("", position: .kept) }
      return ended == filter ? [] : self.filter(ended.text, position: .kept)
    case .tags(let ids): return changeTags(of: ids, TagTerms(prompt.text))
    case .spinTags(let id):
      return update(\.spin) { spin, turn in
        spin.tag(id, prompt.text, in: &turn)
        return []
      }
    case .address: return save(prompt)
    case .title(let id): return retitle(id, prompt.text)
    case .newAddress(let id): return readdress(id, prompt)
    case .find: return respond(to: .reader(.searchConfirmed))
    // The help has its own prompt.
    case .help: break
    }
    return []
  }

  /// Replaces the filter by a previous one.
  private mutating func recall(_ prompt: Prompt, by step: Int) -> [Effect] {
    let index = (prompt.recalled ?? -1) + step
    guard index < saved.filterHistory.texts.count else { return [] }
    var recalled = Prompt(.filter, text: index < 0 ? "" : saved.filterHistory.texts[index])
    recalled.recalled = index < 0 ? nil : index
    return show(recalled)
  }

  /// Shows an edited prompt, and requests what its filter finds.
  mutating func show(_ prompt: Prompt) -> [Effect] {
    modals.top = .prompt(prompt)
    if prompt.purpose == .find, prompt.text != page?.search?.text ?? "" {
      return respond(to: .reader(.searched(prompt.text)))
    }
    guard prompt.purpose == .filter,
      prompt.filter != saved.listing.requestedQuery.filter
    else { return [] }
    return filter(prompt.filter, position: .first)
  }

  mutating func filter(
    _ text: String, position: ListRequest.Position, leavesTrash: Bool = false
  ) -> [Effect] {
    if leavesTrash, saved.listing.requestedQuery.isTrash { saved.selection.clear() }
    return filter(SavedFilter(text), position: position, leavesTrash: leavesTrash)
  }

  private mutating func filter(
    _ filter: SavedFilter, position: ListRequest.Position, leavesTrash: Bool = false
  ) -> [Effect] {
    var query = saved.listing.requestedQuery
    query.filter = filter
    if leavesTrash { query.isTrash = false }
    query.sort = saved.sort(for: query)
    query.isFuzzy = !query.filter.highlights.isEmpty
    return requestList(query, position: position)
  }

  /// Adds and removes the typed tags.
  mutating func changeTags(of ids: [SavedLink.ID], _ terms: TagTerms) -> [Effect] {
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
