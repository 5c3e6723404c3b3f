/// A key, independent of the bytes that the terminal sends for it.
package enum Key: Hashable, Sendable {
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl with a letter, in lower case.
  case control(Character)
  /// Alt with a key.
  case alt(Character)
}

/// A mouse event, with its position in cells from the top left.
package enum MouseEvent: Hashable, Sendable {
  /// - Parameter count: 2 for a double click on the same cell.
  case pressed(x: Int, y: Int, count: Int)
  case scrolled(rows: Int)
}

/// The terminal's answers to queries. Unanswered ones are nil.
package struct TerminalAnswers: Hashable, Sendable {
  /// The colour of the terminal's background.
  package var background: Color?
  /// The protocol for pictures in pixels.
  package var graphics: GraphicsProtocol?
  /// The size of a cell, which is needed to show pixels in the right cells.
  package var cell: PixelSize?

  package init(
    background: Color? = nil, graphics: GraphicsProtocol? = nil, cell: PixelSize? = nil
  ) {
    self.background = background
    self.graphics = graphics
    self.cell = cell
  }
}

/// What comes from the terminal.
package enum TerminalEvent: Hashable, Sendable {
  case key(Key)
  case mouse(MouseEvent)
  /// Text was pasted, with its line breaks.
  case pasted(String)
  /// A paste had more characters than the limit, so nothing of it was taken.
  case pasteRefused(limit: Int)
  /// A letter was typed that the locale's character set doesn't have.
  case letterRefused(Character)
  /// The terminal's window got the focus.
  case focused
  case resized(GridSize)
  /// The terminal's answers, complete or as of the time limit.
  case answered(TerminalAnswers)
  /// The program received a signal to end, such as from Ctrl-C.
  case interrupted(signal: Int32)
}
