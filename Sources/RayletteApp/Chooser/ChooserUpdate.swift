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
      context.ask(.readTags)
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
  private mutating func readChoices(of wheel: WheelID, in context: inout UpdateContext) -> [Effect]
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

  /// Reads the list of excluded links and hosts again, if removing an entry failed.
  mutating func relistNever(of wheel: WheelID, in context: inout UpdateContext) -> [Effect] {
    chooser?.purpose == .never ? readChoices(of: wheel, in: &context) : []
  }

  // MARK: - Choosing

  /// Sends the choice of the selected entry, or the changed tags, to its feature.
  mutating func choose(in context: inout UpdateContext) {
    guard let chooser else { return }
    if case .tagging(let target) = chooser.purpose {
      let tags = chooser.confirmedTagChange
      if let refusal = tags.added.lazy.compactMap({ TextLimit.refusal(ofTag: $0) }).first {
        context.notice = .failure(refusal)
        return
      }
      self.chooser = nil
      if !tags.isEmpty { context.ask(.send(target.action(for: tags))) }
      return
    }
    guard let entry = chooser.selected else { return }
    if case .allow(let never) = entry.choice { return allow(never, in: &context) }
    self.chooser = nil
    if let action = entry.choice.action(in: chooser.purpose) { context.ask(.send(action)) }
  }

  /// Lets a link or a host come up again. The list stays open, so that the user can choose others.
  private mutating func allow(_ entry: NeverAgain, in context: inout UpdateContext) {
    guard context.canChange() else { return }
    chooser?.remove { $0.choice == .allow(entry) }
    context.ask(.change(.allow(entry.subject), .allowed(entry.name)))
  }
}

extension Chooser.Choice {
  /// Returns the action of the choice. Nil for an entry that's removed from the list, and for tags,
  /// which are changed together.
  fileprivate func action(in purpose: Chooser.Purpose) -> Action? {
    switch self {
    // The count after a tag leaves out the trash.
    case .filter(let filter): .saved(.filterChosen(filter, leavesTrash: purpose == .tags))
    case .wheel(let summary): .wheel(.wheelChosen(summary))
    case .savedLinks: .wheel(.savedLinksChosen)
    case .narrowing(let narrowing): .wheel(.narrowingChosen(narrowing))
    case .visit(let visit): .spin(.visitChosen(visit))
    case .heading(let anchor): .reader(.headingPicked(anchor))
    case .link(let link): .reader(.linkPicked(link))
    case .undo(let change): .changes(.undoChosen(change))
    case .browsers(let browsers, let count): .changes(.browsersChosen(browsers, count: count))
    case .allow, .tag, .newTag: nil
    }
  }
}
