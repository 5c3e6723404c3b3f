import LinkPreview
import Links
import Localization
import Markup

/// The lists to choose from.
extension AppState {
  /// Shows a list to choose from.
  /// - Parameter entries: the entries; nil for those that the store has, which are read.
  mutating func openChooser(_ purpose: Chooser.Purpose, entries: [Chooser.Entry]? = nil) {
    modals.open(.chooser(Chooser(purpose, entries: entries, at: surroundings.now)))
    if purpose == .tags { return update(\.saved) { $0.readTags(in: &$1) } }
    return readChoices()
  }

  /// The searches of the config file.
  var searchEntries: [Chooser.Entry] {
    surroundings.savedSearches.map {
      Chooser.Entry(label: $0.name, details: [$0.filter], choice: .filter($0.filter))
    }
  }

  /// Shows the tags of the links on screen in a list, to change them. A link that isn't saved is
  /// saved along with them.
  mutating func editTags() {
    guard let target = tagTarget else { return }
    notice = surroundings.changeRefusal ?? notice
    if surroundings.changeRefusal == nil { openChooser(.tagging(target)) }
  }

  private var tagTarget: TagTarget? {
    if let page = reader.page {
      return page.isSaved
        ? page.saved.map { TagTarget.links([$0.id]) } : .page(page.metadata.originalURL)
    }
    guard tab == .spin else {
      let targets = saved.targets
      return targets.isEmpty ? nil : .links(targets)
    }
    guard let card = spin.card, card.saveableMetadata != nil else { return nil }
    return card.saved.map { TagTarget.links([$0.id]) } ?? .card(card.id)
  }

  /// Reads the entries of the list on screen.
  private mutating func readChoices() {
    guard let purpose = modals.chooser?.purpose, let question = purpose.question(spin.wheel.id)
    else { return }
    let id = nextRequest()
    effects += modals.chooser?.request.begin(id, purpose) ?? []
    run(.read(.choices(id, question)))
  }

  mutating func endChoices(_ id: RequestID, _ result: Result<Chooser.Choices, StoreError>) {
    guard modals.chooser?.request.end(id) != nil else { return }
    let entries = ChoiceEntries(
      wheel: spin.wheel, savedCount: saved.total, surroundings: surroundings)
    show(result.map(entries.entries))
  }

  /// Lists the tags in use with their counts, if the list of tags is open.
  mutating func showTags(_ result: Result<[SavedFacets.Count], StoreError>) {
    guard modals.chooser?.purpose == .tags else { return }
    show(result.map { tags in tags.map { Chooser.Entry(tag: $0.name, count: $0.count) } })
  }

  /// Shows the entries of the list on screen, or closes it if they couldn't be read.
  private mutating func show(_ result: Result<[Chooser.Entry], StoreError>) {
    switch result {
    case .success(let entries):
      modals.chooser?.show(entries)
      let wheel = spin.wheel.id
      modals.chooser?.select(entries.firstIndex { $0.choice.isWheel(wheel) } ?? 0)
    case .failure(let error):
      modals.chooser = nil
      notice = .failure(error.description.asSentence)
    }
  }

  /// Reads the list of excluded links and hosts again, if removing an entry failed.
  mutating func relistNever() {
    if modals.chooser?.purpose == .never { readChoices() }
  }

  // MARK: - Choosing

  /// Makes the choice of the selected entry, or changes the tags.
  mutating func choose() {
    guard let chooser = modals.chooser else { return }
    if case .tagging(let target) = chooser.purpose {
      let tags = chooser.confirmedTagChange
      if let refusal = tags.added.lazy.compactMap({ TextLimit.refusal(ofTag: $0) }).first {
        notice = .failure(refusal)
        return
      }
      modals.chooser = nil
      return tags.isEmpty ? () : changeTags(of: target, tags)
    }
    guard let entry = chooser.selected else { return }
    if case .allow(let never) = entry.choice { return allow(never) }
    modals.chooser = nil
    return make(entry, in: chooser.purpose)
  }

  /// Lets a link or a host come up again. The list stays open, so that the user can choose others.
  private mutating func allow(_ entry: NeverAgain) {
    var request: RequestID?
    update(\.saved) {
      request = $0.change(.allow(entry.subject), .allowed(entry.name), in: &$1)
    }
    if request != nil { modals.chooser?.update { $0.removeAll { $0.choice == .allow(entry) } } }
  }

  /// Makes the choice of an entry that isn't for several at once.
  private mutating func make(_ entry: Chooser.Entry, in purpose: Chooser.Purpose) {
    switch entry.choice {
    case .filter(let filter):
      // The count after a tag leaves out the trash.
      return update(\.saved) { $0.choose(filter, leavesTrash: purpose == .tags, in: &$1) }
    case .wheel(let summary): return update(\.spin.wheels) { $0.use(summary, in: &$1) }
    case .savedLinks: return update(\.spin.wheels) { $0.make(of: [], in: &$1) }
    case .narrowing(let narrowing):
      return update(\.spin.wheels) { $0.narrow(to: narrowing, in: &$1) }
    case .visit(let visit): return update(\.spin) { $0.show(visit, in: &$1) }
    case .heading(let anchor): reader.go(to: anchor, in: surroundings)
    case .link(let link): reader.select(link: link, in: surroundings)
    case .undo(let change): return update(\.saved) { $0.revert(change, in: &$1) }
    case .browsers(let browsers, let count):
      return update(\.saved) { $0.importBookmarks(of: browsers, count: count, in: &$1) }
    case .command(let command): return run(command, titled: entry.label, in: purpose)
    case .allow, .tag: break
    }
  }

  private mutating func changeTags(of target: TagTarget, _ tags: TagChange) {
    switch target {
    case .links(let ids): update(\.saved) { $0.changeTags(of: ids, tags, in: &$1) }
    case .card(let id): update(\.spin) { $0.tag(id, tags, in: &$1) }
    case .page(let url): update(\.reader) { $0.tagPage(at: url, tags, in: &$1) }
    }
  }
}

extension Chooser.Purpose {
  /// What's asked of the store. Nil for entries that the state has.
  fileprivate func question(_ wheel: WheelID) -> Chooser.Question? {
    switch self {
    case .tagging(let target): .tags(target.links)
    case .wheels: .wheels
    case .narrowing: .facets(wheel)
    case .history: .history
    case .never: .never
    case .browsers: .browsers
    case .tags, .searches, .contents, .links, .changes, .commands: nil
    }
  }
}
