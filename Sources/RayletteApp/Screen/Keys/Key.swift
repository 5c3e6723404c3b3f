/// A key as people name it, whatever bytes a terminal sends for it.
public enum Key: Hashable, Sendable {
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl with a letter, which is in lower case here.
  case control(Character)
  /// Alt with a key.
  case alt(Character)

  static let space = Key.character(" ")
}
