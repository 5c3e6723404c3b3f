/// A TeX command that stands for a character, such as `\leq` for ≤.
struct TeXSymbol {
  /// The class of a symbol, which decides the space around it (The TeXbook, chapter 17).
  enum Kind {
    case ordinary, operation, largeOperator, binary, relation, opening, closing, punctuation
  }

  var character: String
  var kind: Kind

  /// The symbol of a command, without its backslash.
  static func named(_ command: String) -> TeXSymbol? { all[command] }

  /// The command of a character, without its backslash. Nil for letters, digits and other
  /// characters that need no command.
  static func command(for character: Character) -> String? { commands[character] }

  private static let all: [String: TeXSymbol] = tables.reduce(into: [:]) { symbols, table in
    for (command, character) in pairs(in: table.symbols) where symbols[command] == nil {
      symbols[command] = TeXSymbol(character: character, kind: table.kind)
    }
  }

  private static let commands: [Character: String] = tables.reduce(into: [:]) { commands, table in
    for (command, character) in pairs(in: table.symbols) {
      guard let character = character.first, !character.isASCII else { continue }
      if commands[character] == nil { commands[character] = command }
    }
  }

  private static func pairs(in symbols: String) -> [(command: String, character: String)] {
    let words = symbols.split(whereSeparator: \.isWhitespace)
    return stride(from: 0, to: words.count - 1, by: 2).map {
      (String(words[$0]), String(words[$0 + 1]))
    }
  }
}
