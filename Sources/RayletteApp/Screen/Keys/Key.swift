/// A key, whatever bytes the terminal sends for it.
public enum Key: Hashable, Sendable {
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl with a letter, in lower case.
  case control(Character)
  /// Alt with a key.
  case alt(Character)

  static let space = Key.character(" ")
}

/// A mouse event, with its position in cells from the top left.
public enum MouseEvent: Hashable, Sendable {
  /// - Parameter count: 2 for a double click in the same cell.
  case pressed(x: Int, y: Int, count: Int)
  case scrolled(rows: Int)
}
