/// A token of a written date.
enum DateToken: Hashable {
  case number(Int, digits: Int)
  /// In lower case.
  case word(String)
  case mark(Character)

  /// Splits a text into numbers, words and marks. White space only separates them.
  /// - Parameter limit: the number of characters to read.
  static func tokens(of text: some StringProtocol, limit: Int = 80) -> [DateToken] {
    var tokens: [DateToken] = []
    var piece = ""
    func flush() {
      if let first = piece.first {
        if first.isNumber {
          if let number = Int(piece) { tokens.append(.number(number, digits: piece.count)) }
        } else {
          tokens.append(.word(piece.lowercased()))
        }
      }
      piece = ""
    }
    for character in text.prefix(limit) {
      let isDigit = character.isASCII && character.isNumber
      let isPart = isDigit || (character.isLetter && !"年月日".contains(character))
      if let last = piece.last, !isPart || last.isNumber != isDigit { flush() }
      if isPart {
        piece.append(character)
      } else if !character.isWhitespace {
        tokens.append(.mark(character))
      }
    }
    flush()
    return tokens
  }
}

/// The names of months in the languages that pages commonly use in dates.
enum MonthNames {
  /// Returns the month, 1 to 12, or nil if the word isn't a month. Abbreviations count from three
  /// letters on.
  static func month(_ word: String) -> Int? {
    guard word.count >= 3 else { return nil }
    if let month = exact[word] { return month }
    return prefixes.first { word.hasPrefix($0.0) }?.1
  }

  private static let exact = [
    "mar": 3, "marca": 3, "maja": 5, "mai": 5, "maj": 5, "may": 5, "mag": 5, "mei": 5, "мая": 5,
    "май": 5,
  ]

  /// English, German, French, Spanish, Italian, Portuguese, Dutch, Polish, Russian.
  private static let prefixes: [(String, Int)] = [
    ("jan", 1), ("jän", 1), ("ene", 1), ("gen", 1), ("sty", 1), ("янв", 1), ("janv", 1),
    ("feb", 2), ("fév", 2), ("fev", 2), ("lut", 2), ("фев", 2),
    ("mars", 3), ("march", 3), ("mär", 3), ("marz", 3), ("maart", 3), ("març", 3), ("мар", 3),
    ("apr", 4), ("avr", 4), ("abr", 4), ("kwi", 4), ("апр", 4), ("maio", 5), ("mayo", 5),
    ("magg", 5),
    ("juin", 6), ("jun", 6), ("giu", 6), ("cze", 6), ("июн", 6),
    ("juil", 7), ("jul", 7), ("lug", 7), ("lip", 7), ("июл", 7),
    ("aug", 8), ("aoû", 8), ("aou", 8), ("ago", 8), ("sie", 8), ("авг", 8),
    ("sep", 9), ("set", 9), ("wrz", 9), ("сен", 9),
    ("oct", 10), ("okt", 10), ("ott", 10), ("out", 10), ("paź", 10), ("окт", 10),
    ("nov", 11), ("lis", 11), ("ноя", 11),
    ("dec", 12), ("dez", 12), ("déc", 12), ("dic", 12), ("gru", 12), ("дек", 12),
  ]
}
