import Localization
import TerminalGrid

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
      Self.signs[character]?.text
        ?? (character.isUppercase
          ? localized("capital \(character)") : Key.character(character).label)
    case .control(let letter): "Ctrl \(letter.uppercased())"
    case .alt(let letter): "Alt \(letter)"
    case .pageUp: localized("Page Up")
    case .pageDown: localized("Page Down")
    case .delete: localized("Delete", context: "keyboard")
    case .enter, .escape, .tab, .backTab, .backspace, .up, .down, .left, .right, .home, .end: label
    }
  }

  private static let signs: [Character: LocalizedText] = [
    "!": LocalizedText("exclamation mark"), "\"": LocalizedText("quote"),
    "#": LocalizedText("number sign"), "$": LocalizedText("dollar"),
    "%": LocalizedText("percent"),
    "&": LocalizedText("ampersand"), "'": LocalizedText("apostrophe"),
    "(": LocalizedText("left parenthesis"),
    ")": LocalizedText("right parenthesis"),
    "*": LocalizedText("star"), "+": LocalizedText("plus"), ",": LocalizedText("comma"),
    "-": LocalizedText("minus"), ".": LocalizedText("full stop"), "/": LocalizedText("slash"),
    ":": LocalizedText("colon"), ";": LocalizedText("semicolon"), "<": LocalizedText("less than"),
    "=": LocalizedText("equals"),
    ">": LocalizedText("greater than"),
    "?": LocalizedText("question mark"), "@": LocalizedText("at sign"),
    "[": LocalizedText("left bracket"),
    "\\": LocalizedText("backslash"),
    "]": LocalizedText("right bracket"), "^": LocalizedText("caret"),
    "_": LocalizedText("underscore"), "`": LocalizedText("backtick"),
    "{": LocalizedText("left brace"),
    "|": LocalizedText("bar"), "}": LocalizedText("right brace"), "~": LocalizedText("tilde"),
  ]
}
