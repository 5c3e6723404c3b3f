import Links

extension AppState {
  /// Handles a key while a prompt is shown.
  mutating func edit(_ prompt: Prompt, with key: Key) -> [Effect] {
    var prompt = prompt
    switch (key, prompt.purpose) {
    case (.escape, .filter), (.control("g"), .filter):
      modals.close()
      return update(\.saved) { $0.filter(SavedFilter(""), position: .kept, in: &$1) }
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
    case (.down, .filter), (.control("n"), .filter): return respond(to: .saved(.moved(.down)))
    case (.up, .filter), (.control("p"), .filter): return respond(to: .saved(.moved(.up)))
    case (.pageDown, .filter): return respond(to: .saved(.moved(.pageDown)))
    case (.pageUp, .filter): return respond(to: .saved(.moved(.pageUp)))

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
    case .filter: return update(\.saved) { $0.endFilter(prompt.text, in: &$1) }
    case .tags(let ids): return changeTags(of: ids, TagTerms(prompt.text))
    case .spinTags(let id):
      return update(\.spin) { spin, turn in
        spin.tag(id, prompt.text, in: &turn)
        return []
      }
    case .address: return edit { $0.save(prompt, in: &$1) }
    case .title(let id): return edit { $0.retitle(id, prompt.text, in: &$1) }
    case .newAddress(let id): return edit { $0.readdress(id, prompt, in: &$1) }
    case .find: return respond(to: .reader(.searchConfirmed))
    // The help has its own prompt.
    case .help: break
    }
    return []
  }

  private mutating func edit(_ change: (SavedState, inout Turn) -> Void) -> [Effect] {
    update(\.saved) { saved, turn in
      change(saved, &turn)
      return []
    }
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
    return update(\.saved) { $0.filter(prompt.filter, position: .first, in: &$1) }
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

  // MARK: - Completions

  /// Returns what the word at the cursor can be completed to, the most useful first.
  func completions(of prompt: Prompt) -> [String] {
    saved.completions(of: prompt, presentTags: presentTags(of: prompt.purpose))
  }

  /// The tags that the links of a prompt have, as far as they're known.
  func presentTags(of purpose: Prompt.Purpose) -> [String] {
    switch purpose {
    case .tags(let ids) where ids.count == 1: saved.link(ids[0])?.tags ?? []
    case .spinTags(let id): spin.card?.id == id ? spin.card?.saved?.tags ?? [] : []
    case .tags, .filter, .address, .title, .newAddress, .help, .find: []
    }
  }
}
