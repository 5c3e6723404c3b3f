import Foundation
import Links
import Markup
import TerminalGrid

extension AppState {
  mutating func respond(to action: ChooserAction) -> [Effect] {
    switch action {
    case .moved(let movement): modals.chooser?.move(movement, in: surroundings)
    case .confirmed: return choose()
    case .openPressed(let purpose): return openChooser(purpose)
    case .choicesRead(let id, let result): endChoices(id, result)
    }
    return []
  }

  /// Shows a list to choose from.
  private mutating func openChooser(_ purpose: Chooser.Purpose) -> [Effect] {
    switch purpose {
    case .tags:
      modals.open(.chooser(Chooser(.tags, at: self.now)))
      return update(\.saved) { $0.readTags(of: [], in: &$1) }
    case .searches:
      let entries = self.savedSearches.map {
        Chooser.Entry(label: $0.name, details: [$0.filter], choice: .filter($0.filter))
      }
      modals.open(.chooser(Chooser(.searches, entries: entries, at: self.now)))
      return []
    case .wheels, .narrowing, .history, .never:
      modals.open(.chooser(Chooser(purpose, at: self.now)))
      let id = nextRequest()
      return chooserRequest.begin(id, purpose) + [.read(.choices(id, purpose, spin.wheel.id))]
    // The reader opens these, with what its page has.
    case .contents, .links: return []
    }
  }

  private mutating func endChoices(
    _ id: RequestID, _ result: Result<Chooser.Choices, StoreError>
  ) {
    guard let purpose = chooserRequest.end(id), var chooser = modals.chooser,
      chooser.purpose == purpose
    else { return }
    switch result {
    case .success(let choices):
      chooser.show(
        ChoiceEntries(wheel: spin.wheel, savedCount: saved.total, surroundings: surroundings)
          .entries(of: choices))
      chooser.select(chooser.entries.firstIndex { $0.choice.isWheel(spin.wheel.id) } ?? 0)
      modals.chooser = chooser
    case .failure(let error):
      modals.chooser = nil
      notice = .failure("\(error).")
    }
  }

  /// Lists the tags in use with their counts, if they're to be chosen from.
  mutating func showTags(_ result: Result<[TagCount], StoreError>) {
    guard var chooser = modals.chooser, chooser.purpose == .tags else { return }
    switch result {
    case .success(let tags):
      chooser.show(tags.map { Chooser.Entry(tag: $0.tag, count: $0.count) })
      modals.chooser = chooser
    case .failure(let error):
      // Completion works without tags, but a list of them doesn't.
      modals.chooser = nil
      notice = .failure("\(error).")
    }
  }

  /// Shows a card of the history.
  private mutating func show(_ visit: Visit) -> [Effect] {
    guard URL(webAddress: visit.address) != nil else { return [] }
    tab = .spin
    return update(\.spin) { $0.show(visit, in: &$1) }
  }

  /// Lets a link or a host come up again. The list stays, so that others can follow.
  private mutating func allow(_ entry: NeverAgain) -> [Effect] {
    guard canChange(), var chooser = modals.chooser else { return [] }
    chooser.remove { $0.choice == .allow(entry) }
    modals.chooser = chooser
    return change(.allow(entry.subject), .allowed(entry.name))
  }

  /// Reads the list of what never comes up again, if taking an entry out of it failed.
  mutating func relistNever(after kind: ChangeKind) -> [Effect] {
    guard case .allowed = kind, modals.chooser?.purpose == .never else { return [] }
    let id = nextRequest()
    return chooserRequest.begin(id, .never) + [.read(.choices(id, .never, spin.wheel.id))]
  }

  /// Makes a wheel of the selected links, or of all listed ones.
  mutating func makeWheel() -> [Effect] {
    let ids = saved.selectedIDs.isEmpty ? saved.ids : saved.targets
    return ids.isEmpty ? [] : update(\.spin.wheels) { $0.make(of: ids, in: &$1) }
  }

  /// Does what the selected entry stands for.
  mutating func choose() -> [Effect] {
    guard let chooser = modals.chooser, let entry = chooser.selected else { return [] }
    if case .allow(let never) = entry.choice { return allow(never) }
    modals.chooser = nil
    switch entry.choice {
    case .filter(let filter):
      // The number beside a tag doesn't count the trash.
      let leavesTrash = chooser.purpose == .tags
      return update(\.saved) { $0.choose(filter, leavesTrash: leavesTrash, in: &$1) }
    case .wheel(let summary):
      return update(\.spin.wheels) { wheels, turn in
        wheels.use(summary, in: &turn)
        return []
      }
    case .savedLinks: return update(\.spin.wheels) { $0.make(of: [], in: &$1) }
    case .narrowing(let narrowing):
      return update(\.spin.wheels) { $0.narrow(to: narrowing, in: &$1) }
    case .visit(let visit): return show(visit)
    case .place(let anchor):
      return respond(to: .reader(.headingPicked(anchor)))
    case .link(let link):
      return respond(to: .reader(.linkPicked(link)))
    case .allow: return []
    }
  }
}
