/// A token of a written date.
enum DateToken: Hashable {
  /// A number. The value is 0 if there are more digits than any date or duration has.
  case number(Int, digits: Int)
  /// A word in lower case.
  case word(String)
  case mark(Character)

  /// Splits a text into numbers, words and marks. White space only separates them.
  /// - Parameter limit: the number of characters to read.
  static func tokens(of text: some StringProtocol, limit: Int = 80) -> [DateToken] {
    var tokens: [DateToken] = []
    var number = 0
    var digits = 0
    // Collects bytes, because appending to a view of scalars is slow.
    var word: [UInt8] = []
    func flush() {
      if digits > 0 { tokens.append(.number(number, digits: digits)) }
      if !word.isEmpty { tokens.append(.word(Self.lowercased(word))) }
      (number, digits) = (0, 0)
      word.removeAll(keepingCapacity: true)
    }
    for scalar in text.unicodeScalars.prefix(limit) {
      if scalar.value &- 0x30 < 10 {
        if !word.isEmpty { flush() }
        number = digits < 18 ? number * 10 + Int(scalar.value - 0x30) : 0
        digits += 1
      } else if scalar.isOfWord {
        if digits > 0 { flush() }
        word.append(scalar: scalar)
      } else {
        flush()
        if scalar.isASCII ? scalar.value > 0x20 : !scalar.properties.isWhitespace {
          tokens.append(.mark(Character(scalar)))
        }
      }
    }
    flush()
    return tokens
  }

  private static func lowercased(_ word: [UInt8]) -> String {
    let isASCII = word.allSatisfy { $0 < 0x80 }
    return isASCII
      ? String(decoding: word.map(\.asciiLowercased), as: UTF8.self)
      : String(decoding: word, as: UTF8.self).lowercased()
  }
}

extension Unicode.Scalar {
  /// Whether the scalar is part of a word. The signs for year, month and day in East Asian dates
  /// aren't.
  fileprivate var isOfWord: Bool {
    if isASCII { return (value | 0x20) &- 0x61 < 26 }
    switch self {
    case "年", "月", "日", "년", "월", "일": return false
    default: return properties.isAlphabetic || properties.canonicalCombiningClass != .notReordered
    }
  }
}
