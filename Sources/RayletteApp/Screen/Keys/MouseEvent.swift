/// What the mouse did, in cells from the top left.
public enum MouseEvent: Hashable, Sendable {
  /// - Parameter count: 2 for the second press in the same cell at once.
  case pressed(x: Int, y: Int, count: Int)
  case scrolled(rows: Int)
}
