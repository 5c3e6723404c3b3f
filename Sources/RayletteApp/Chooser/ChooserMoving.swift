import Links
import Markup
import TerminalGrid

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
