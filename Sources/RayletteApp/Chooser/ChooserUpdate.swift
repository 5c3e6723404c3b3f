import Links
import Localization
import Markup

/// The lists to choose from, on the stack of modals.
extension ModalStack {
  /// - Parameters:
  ///   - wheel: the wheel in use.
  ///   - savedCount: the number of saved links.
  mutating func update(
    _ action: ChooserAction, wheel: WheelState, savedCount: Int, in context: inout UpdateContext
  ) {
    switch action {
    case .choicesRead(let id, let result):
      let entries = ChoiceEntries(
        wheel: wheel, savedCount: savedCount, surroundings: context.surroundings)
      endChoices(id, result.map(entries.entries), of: wheel.id, in: &context)
    }
  }

  /// Shows a list to choose from: the tags, the searches of the config file, the wheels, the values
  /// to narrow the wheel to, the history, the links and hosts that never come up again, the tags of
  /// links, or the browsers with bookmarks.
  mutating func openChooser(
    _ purpose: Chooser.Purpose, of wheel: WheelID, in context: inout UpdateContext
  ) -> [Effect] {
    let now = context.surroundings.now
    switch purpose {
    case .tags:
      open(.chooser(Chooser(.tags, at: now)))
      context.then { $0.update(\.saved) { $0.readTags(in: &$1) } }
    case .searches:
      let entries = context.surroundings.savedSearches.map {
        Chooser.Entry(label: $0.name, details: [$0.filter], choice: .filter($0.filter))
      }
      open(.chooser(Chooser(.searches, entries: entries, at: now)))
    case .wheels, .narrowing, .history, .never, .tagging, .browsers:
      open(.chooser(Chooser(purpose, at: now)))
      return readChoices(of: wheel, in: &context)
    // The reader opens these, with the headings or links of its page.
    case .contents, .links: break
    // The details open it.
    case .changes: break
    }
    return []
  }

  /// Reads the entries of the list on screen.
  fileprivate mutating func readChoices(of wheel: WheelID, in context: inout UpdateContext)
    -> [Effect]
  {
    guard var chooser else { return [] }
    let id = context.nextRequest()
    let cancellation = chooser.request.begin(id, chooser.purpose)
    self.chooser = chooser
    return cancellation + [.read(.choices(id, chooser.purpose, wheel))]
  }

  private mutating func endChoices(
    _ id: RequestID, _ result: Result<[Chooser.Entry], StoreError>, of wheel: WheelID,
    in context: inout UpdateContext
  ) {
    guard var chooser, chooser.request.end(id) != nil else { return }
    switch result {
    case .success(let entries):
      chooser.show(entries)
      chooser.select(chooser.entries.firstIndex { $0.choice.isWheel(wheel) } ?? 0)
      self.chooser = chooser
    case .failure(let error):
      self.chooser = nil
      context.notice = .failure(error.description.asSentence)
    }
  }

  /// Lists the tags in use with their counts, if the list of tags is open.
  mutating func showTags(_ result: Result<[TagCount], StoreError>, in context: inout UpdateContext)
  {
    guard var chooser, chooser.purpose == .tags else { return }
    switch result {
    case .success(let tags):
      chooser.show(tags.map { Chooser.Entry(tag: $0.tag, count: $0.count) })
      self.chooser = chooser
    case .failure(let error):
      // Completion works without tags, but a list of them doesn't.
      self.chooser = nil
      context.notice = .failure(error.description.asSentence)
    }
  }

  // MARK: - Choosing

  /// Makes the choice of the selected entry, or changes the tags.
  mutating func choose(in context: inout UpdateContext) {
    guard let chooser else { return }
    if case .tagging(let target) = chooser.purpose {
      let tags = chooser.confirmedTagChange
      if let refusal = tags.added.lazy.compactMap({ TextLimit.refusal(ofTag: $0) }).first {
        context.notice = .failure(refusal)
        return
      }
      self.chooser = nil
      if !tags.isEmpty { context.then { $0.changeTags(of: target, tags) } }
      return
    }
    guard let entry = chooser.selected else { return }
    if case .allow(let never) = entry.choice { return allow(never, in: &context) }
    self.chooser = nil
    context.then { $0.make(entry.choice, in: chooser.purpose) }
  }

  /// Lets a link or a host come up again. The list stays open, so that the user can choose others.
  private mutating func allow(_ entry: NeverAgain, in context: inout UpdateContext) {
    guard context.canChange() else { return }
    chooser?.remove { $0.choice == .allow(entry) }
    context.change(.allow(entry.subject), .allowed(entry.name))
  }
}

extension AppState {
  /// Reads the list of excluded links and hosts again, if removing an entry failed.
  mutating func relistNever() -> [Effect] {
    guard modals.chooser?.purpose == .never else { return [] }
    let wheel = spin.wheel.id
    return update(\.modals) { $0.readChoices(of: wheel, in: &$1) }
  }

  /// Makes the choice of an entry that isn't for several at once.
  fileprivate mutating func make(
    _ choice: Chooser.Choice, in purpose: Chooser.Purpose
  ) -> [Effect] {
    switch choice {
    case .filter(let filter):
      // The count after a tag leaves out the trash.
      return update(\.saved) { $0.choose(filter, leavesTrash: purpose == .tags, in: &$1) }
    case .wheel(let summary): return change(\.spin.wheels) { $0.use(summary, in: &$1) }
    case .savedLinks: return update(\.spin.wheels) { $0.make(of: [], in: &$1) }
    case .narrowing(let narrowing):
      return update(\.spin.wheels) { $0.narrow(to: narrowing, in: &$1) }
    case .visit(let visit): return update(\.spin) { $0.show(visit, in: &$1) }
    case .heading(let anchor): reader.go(to: anchor, in: surroundings)
    case .link(let link): reader.select(link: link, in: surroundings)
    case .undo(let change): return update(\.saved) { $0.revert(change, in: &$1) }
    case .browsers(let browsers, let count):
      return update(\.saved) { $0.importBookmarks(of: browsers, count: count, in: &$1) }
    case .allow, .tag, .newTag: break
    }
    return []
  }

  fileprivate mutating func changeTags(of target: TagTarget, _ tags: TagChange) -> [Effect] {
    switch target {
    case .links(let ids): update(\.saved) { $0.changeTags(of: ids, tags, in: &$1) }
    case .card(let id): change(\.spin) { $0.tag(id, tags, in: &$1) }
    case .page(let url): change(\.reader) { $0.tagPage(at: url, tags, in: &$1) }
    }
  }
}
