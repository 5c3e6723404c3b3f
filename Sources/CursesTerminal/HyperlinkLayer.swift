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
  /// - Parameter previous: the frame on screen, or nil if the new one draws every cell.
  func changes(from previous: Grid?, to grid: Grid) -> (before: String, after: String) {
    // Skips comparing the cells of frames without links.
    if let previous, previous.links == grid.links,
      grid.links.isEmpty || previous.hasSameCells(as: grid)
    {
      return ("", "")
    }
    let before = previous.map { previous in
      previous.links.map { text(of: $0, in: previous) }.joined()
    }
    let after = grid.links.map { text(of: $0, in: grid, isLinked: true) }.joined()
    return (before ?? "", after)
  }

  private func text(of link: PlacedLink, in grid: Grid, isLinked: Bool = false) -> String {
    let rect = link.place
    let cells = grid.styledText(ofRow: rect.y, columns: rect.x..<rect.maxX, depth)
    let move = "\u{1B}[\(rect.y + 1);\(rect.x + 1)H"
    guard isLinked else { return move + cells }
    return move + link.openingSequence + cells + PlacedLink.closingSequence
  }
}
