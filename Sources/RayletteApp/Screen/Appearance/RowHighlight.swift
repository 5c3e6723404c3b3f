import TerminalGrid

extension Grid {
  /// Highlights the row or rows at the cursor of a list. Leaves the first column to the cursor's
  /// bar.
  ///
  /// On a terminal with an unknown background no tint is legible for sure, so the row has the accent
  /// colour or, without colours, is reversed.
  mutating func highlight(_ row: GridRect, in appearance: Appearance) {
    let tint = appearance.theme.selectionBackground
    if tint != .terminalDefault {
      self.tint(row, background: tint)
    } else if appearance.hasColors {
      emphasize(row, foreground: appearance.theme.accent.foreground)
    } else {
      reverse(GridRect(x: row.x + 1, y: row.y, columns: row.columns - 1, rows: row.rows))
    }
  }
}
