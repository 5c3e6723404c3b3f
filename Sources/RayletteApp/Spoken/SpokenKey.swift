import Localization

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
    case .pageUp: localized("Page Up")
    case .pageDown: localized("Page Down")
    case .delete: "Delete"
    case .enter, .escape, .tab, .backTab, .backspace, .up, .down, .left, .right, .home, .end: label
    }
  }

  private static let signs: [Character: String] = [
    "!": localized("exclamation mark"), "\"": "quote", "#": localized("number sign"), "$": "dollar",
    "%": "percent",
    "&": "ampersand", "'": "apostrophe", "(": localized("left parenthesis"),
    ")": localized("right parenthesis"),
    "*": "star", "+": "plus", ",": "comma", "-": "minus", ".": localized("full stop"), "/": "slash",
    ":": "colon", ";": "semicolon", "<": localized("less than"), "=": "equals",
    ">": localized("greater than"),
    "?": localized("question mark"), "@": localized("at sign"), "[": localized("left bracket"),
    "\\": "backslash",
    "]": localized("right bracket"), "^": "caret", "_": "underscore", "`": "backtick",
    "{": localized("left brace"),
    "|": "bar", "}": localized("right brace"), "~": "tilde",
  ]
}
