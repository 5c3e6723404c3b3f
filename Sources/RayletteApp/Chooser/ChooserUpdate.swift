import LinkStore
import TerminalGrid

extension AppState {
  /// The chooser on screen, if there's one.
  var chooser: Chooser? {
    get { if case .chooser(let chooser)? = overlay { chooser } else { nil } }
    set { overlay = newValue.map { .chooser($0) } }
  }

  /// Shows the tags in use with their counts.
  mutating func chooseTag() -> [Effect] {
    chooser = Chooser(.tags, at: now)
    return readTags(of: [])
  }

  /// Shows the searches of the config file.
  mutating func chooseSearch() {
    chooser = Chooser(
      .searches,
      entries: savedSearches.map {
        Chooser.Entry(label: $0.name, details: [$0.filter], choice: .filter($0.filter))
      }, at: now)
  }

  /// Handles a key while the chooser is shown.
  mutating func edit(_ chooser: Chooser, with key: Key) -> [Effect] {
    if let action = keyMap.action(for: key, in: self) { return perform(command: action) }
    var chooser = chooser
    if key == .backspace, chooser.text.text.isEmpty {
      overlay = nil
    } else if chooser.edit(key) {
      self.chooser = chooser
    } else {
      explain(key)
    }
    return []
  }

  mutating func moveChooser(_ movement: Movement) {
    guard var chooser else { return }
    let page = max(1, ChooserLayout(chooser, in: self).rows.rows - 1)
    chooser.select(movement.target(from: chooser.selection, page: page))
    self.chooser = chooser
  }

  /// Does what the selected entry stands for.
  mutating func choose() -> [Effect] {
    guard let chooser, let entry = chooser.selected else { return [] }
    if case .allow(let never) = entry.choice { return allow(never) }
    overlay = nil
    switch entry.choice {
    case .filter(let filter):
      if saved.placeBefore == nil { saved.placeBefore = saved.place }
      // The number beside a tag doesn't count the trash.
      return self.filter(filter, position: .first, leavesTrash: chooser.purpose == .tags)
    case .wheel(let summary): return use(summary)
    case .savedLinks: return makeWheel(of: [])
    case .narrowing(let narrowing): return narrow(to: narrowing)
    case .visit(let visit): return show(visit)
    case .place(let anchor):
      if let layout = page?.layout { scrollReader(to: layout.line(at: anchor)) }
      return []
    case .link(let link):
      select(link: link)
      return []
    case .allow: return []
    }
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
