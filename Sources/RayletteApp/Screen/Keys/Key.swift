import Links

/// A key, independent of the bytes that the terminal sends for it.
package enum Key: Hashable, Sendable {
  case character(Character)
  case enter, escape, tab, backTab, backspace, delete
  case up, down, left, right, home, end, pageUp, pageDown
  /// Ctrl with a letter, in lower case.
  case control(Character)
  /// Alt with a key.
  case alt(Character)

  static let space = Key.character(" ")

  /// The key that the user means by a full-width character of an input method where it isn't typed.
  var asciiFolded: Key {
    guard case .character(let character) = self, !character.isASCII,
      let folded = String(character).asciiFolded.first
    else { return self }
    return .character(folded)
  }
}

/// A mouse event, with its position in cells from the top left.
package enum MouseEvent: Hashable, Sendable {
  /// - Parameter count: 2 for a double click on the same cell.
  case pressed(x: Int, y: Int, count: Int)
  case scrolled(rows: Int)
}

extension Key {
  /// The key as shown on screen.
  var label: String {
    switch self {
    case .character(" "): "space"
    case .character(let character): String(character)
    case .control(let letter): "^\(letter.uppercased())"
    case .alt(let letter): "M-\(letter)"
    case .enter: "enter"
    case .escape: "esc"
    case .tab: "tab"
    case .backTab: "shift-tab"
    case .backspace: "backspace"
    case .delete: "Del"
    case .up: "Up"
    case .down: "Down"
    case .left: "Left"
    case .right: "Right"
    case .home: "Home"
    case .end: "End"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    }
  }
}
