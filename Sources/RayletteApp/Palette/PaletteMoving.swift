import Links
import TerminalGrid

extension Palette {
  mutating func move(_ movement: Movement, in surroundings: Surroundings) {
    let page = max(1, PaletteLayout(self, in: surroundings).box.rows.rows - 1)
    select(movement.target(from: selection, page: page))
  }
}

extension Movement {
  /// Returns where it leads from a row of a box.
  func target(from row: Int, page: Int) -> Int {
    switch self {
    case .down: row + 1
    case .up: row - 1
    case .pageDown: row + page
    case .pageUp: row - page
    case .halfPageDown: row + max(1, page / 2)
    case .halfPageUp: row - max(1, page / 2)
    case .toFirst: 0
    case .toLast: .max
    }
  }
}
