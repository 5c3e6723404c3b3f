import TerminalGrid

/// Makes cells into hyperlinks (OSC 8), above the cells that ncurses draws.
///
/// ncurses doesn't know hyperlinks. It leaves cells that don't change between frames, and moves
/// rows on the terminal. So before each frame with changes, links are removed from their cells, and
/// afterwards the new frame's links are added.
struct HyperlinkLayer {
  private let depth: ColorDepth

  init(depth: ColorDepth) { self.depth = depth }

  /// Returns the sequences to send before and after a frame.
  /// - Parameter former: the frame on screen, or nil if the new one draws every cell.
  func changes(from former: Grid?, to grid: Grid) -> (before: String, after: String) {
    if let former, former.links == grid.links, Self.hasSameCells(former, grid) { return ("", "") }
    let before = former.map { former in
      former.links.map { text(of: $0, in: former) }.joined()
    }
    let after = grid.links.map { text(of: $0, in: grid, isLinked: true) }.joined()
    return (before ?? "", after)
  }

  private static func hasSameCells(_ one: Grid, _ other: Grid) -> Bool {
    // Skips comparing the cells of frames without links.
    one.links.isEmpty
      || one.size == other.size
        && (0..<one.size.rows).allSatisfy { one.row($0) == other.row($0) }
  }

  private func text(of link: PlacedLink, in grid: Grid, isLinked: Bool = false) -> String {
    let place = link.place
    let cells = grid.styledText(ofRow: place.y, columns: place.x..<place.maxX, depth)
    let move = "\u{1B}[\(place.y + 1);\(place.x + 1)H"
    guard isLinked else { return move + cells }
    return move + link.openingSequence + cells + PlacedLink.closingSequence
  }
}
