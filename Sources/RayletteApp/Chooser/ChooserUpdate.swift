import Foundation
import Links
import Markup
import TerminalGrid

extension AppState {
  mutating func respond(to action: ChooserAction) -> [Effect] {
    switch action {
    case .moved(let movement): modals.chooser?.move(movement, in: surroundings)
    case .confirmed: return choose()
    }
    return []
  }

  /// Shows the tags in use with their counts.
  mutating func chooseTag() -> [Effect] {
    modals.open(.chooser(Chooser(.tags, at: self.now)))
    return readTags(of: [])
  }

  /// Shows the searches of the config file.
  mutating func chooseSearch() {
    let entries = self.savedSearches.map {
      Chooser.Entry(label: $0.name, details: [$0.filter], choice: .filter($0.filter))
    }
    modals.open(.chooser(Chooser(.searches, entries: entries, at: self.now)))
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
      if saved.placeBefore == nil { saved.placeBefore = saved.place }
      // The number beside a tag doesn't count the trash.
      return self.filter(filter, position: .first, leavesTrash: chooser.purpose == .tags)
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

extension Chooser {
  mutating func move(_ movement: Movement, in surroundings: Surroundings) {
    let page = max(1, ChooserLayout(self, in: surroundings).rows.rows - 1)
    select(movement.target(from: selection, page: page))
  }
}

extension Chooser.Entry {
  init(tag: String, count: Int) {
    self.init(
      label: "#\(tag)", details: [count.grouped], choice: .filter(SavedFilter.word(forTag: tag)))
  }
}

/// A search of the config file.
public struct SavedSearch: Hashable, Sendable {
  public var name: String
  public var filter: String

  public init(name: String, filter: String) {
    self.name = name
    self.filter = filter
  }
}
