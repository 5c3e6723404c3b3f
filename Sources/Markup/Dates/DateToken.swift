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
