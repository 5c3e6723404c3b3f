import TerminalGrid

/// Shows joined emoji whole, above the cells that ncurses draws.
///
/// A cell of ncurses can't hold two emoji, so it has only the first one. As ncurses leaves cells that
/// don't change between frames, the first ones are put back before each frame with changes, and
/// afterwards the new frame's emoji are shown.
struct JoinedEmojiLayer {
  let depth: ColorDepth
  /// The kinds of sequences that the terminal draws whole.
  let kinds: JoinedEmoji.Kinds

  /// Returns the sequences to send before and after a frame.
  /// - Parameter previous: the frame on screen, or nil if the new one draws every cell.
  func changes(from previous: Grid?, to grid: Grid) -> (before: String, after: String) {
    let shown = previous.map(wholeEmoji) ?? []
    let next = wholeEmoji(in: grid)
    if shown.isEmpty && next.isEmpty { return ("", "") }
    if let previous, shown == next, previous.hasSameCells(as: grid) { return ("", "") }
    let before = shown.map { emoji in
      let columns = emoji.x..<emoji.x + 2
      return move(to: emoji)
        + (previous?.styledText(ofRow: emoji.y, columns: columns, depth) ?? "")
    }
    let after = next.map { move(to: $0) + grid.styledText(of: $0, depth) }
    return (before.joined(), after.joined())
  }

  /// Returns the emoji in a grid that the terminal draws whole.
  func wholeEmoji(in grid: Grid) -> [JoinedEmoji] {
    grid.joinedEmoji.filter { $0.kinds.isSubset(of: kinds) }
  }

  private func move(to emoji: JoinedEmoji) -> String { "\u{1B}[\(emoji.y + 1);\(emoji.x + 1)H" }
}

extension Grid {
  /// Whether all cells are the same as in another grid.
  func hasSameCells(as other: Grid) -> Bool {
    size == other.size && (0..<size.rows).allSatisfy { hasSameRow($0, as: other) }
  }
}
