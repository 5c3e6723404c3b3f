extension KeyChord {
  /// The keys as a screen reader says them: `capital S`, `g h`.
  var spokenLabel: String {
    [first, second].compactMap { $0?.spokenLabel }.joined(separator: " ")
  }
}

extension Key {
  /// The key as a screen reader says it. Signs have names, because readers leave many of them out.
  fileprivate var spokenLabel: String {
    switch self {
    case .character(let character):
      Self.signs[character]
        ?? (character.isUppercase ? "capital \(character)" : Key.character(character).label)
    case .control(let letter): "Ctrl \(letter.uppercased())"
    case .alt(let letter): "Alt \(letter)"
    case .pageUp: "Page Up"
    case .pageDown: "Page Down"
    case .delete: "Delete"
    case .enter, .escape, .tab, .backTab, .backspace, .up, .down, .left, .right, .home, .end: label
    }
  }

  private static let signs: [Character: String] = [
    "!": "exclamation mark", "\"": "quote", "#": "number sign", "$": "dollar", "%": "percent",
    "&": "ampersand", "'": "apostrophe", "(": "left parenthesis", ")": "right parenthesis",
    "*": "star", "+": "plus", ",": "comma", "-": "minus", ".": "full stop", "/": "slash",
    ":": "colon", ";": "semicolon", "<": "less than", "=": "equals", ">": "greater than",
    "?": "question mark", "@": "at sign", "[": "left bracket", "\\": "backslash",
    "]": "right bracket", "^": "caret", "_": "underscore", "`": "backtick", "{": "left brace",
    "|": "bar", "}": "right brace", "~": "tilde",
  ]
}
