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
    chooser = Chooser(.tags)
    return readTags(of: [])
  }

  /// Shows the searches of the config file.
  mutating func chooseSearch() {
    chooser = Chooser(
      .searches,
      entries: savedSearches.map {
        Chooser.Entry(label: $0.name, detail: $0.filter, filter: $0.filter)
      })
  }

  /// Handles a key while the chooser is shown.
  mutating func edit(_ chooser: Chooser, with key: Key) -> [Effect] {
    var chooser = chooser
    let page = max(1, ChooserLayout(chooser, in: self).rows.rows - 1)
    switch key {
    case .escape, .control("g"):
      overlay = nil
      return []
    case .enter, .tab: return choose()
    case .down, .control("n"): chooser.move(by: 1)
    case .up, .control("p"): chooser.move(by: -1)
    case .pageDown: chooser.move(by: page)
    case .pageUp: chooser.move(by: -page)
    case .backspace where chooser.text.text.isEmpty:
      overlay = nil
      return []
    default: guard chooser.edit(key) else { return [] }
    }
    self.chooser = chooser
    return []
  }

  /// Filters the list by the selected entry.
  mutating func choose() -> [Effect] {
    guard let entry = chooser?.selected else { return [] }
    overlay = nil
    if saved.placeBefore == nil { saved.placeBefore = saved.place }
    return filter(entry.filter, position: .first)
  }
}

extension Chooser.Entry {
  init(tag: String, count: Int) {
    let quoted = tag.contains(where: \.isWhitespace) ? "\"\(tag)\"" : tag
    self.init(label: "#\(tag)", detail: count.grouped, filter: "#\(quoted)")
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
