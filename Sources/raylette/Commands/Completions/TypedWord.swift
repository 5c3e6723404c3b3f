/// A word of a command line as the user types it, with quotes and backslashes.
struct TypedWord {
  /// The word after the shell has removed its quotes. Variables and other expansions stay.
  private(set) var text = ""
  /// The quote that's open at the end of the word.
  private(set) var openQuote: Character?
  /// The position after the open quote.
  private(set) var quotedPart: String.Index?

  init(_ word: some StringProtocol) {
    let word = String(word)
    var index = word.startIndex
    while index < word.endIndex {
      let character = word[index]
      let next = word.index(after: index)
      index = next
      if character == openQuote {
        openQuote = nil
      } else if character == "\\", openQuote != "'", next < word.endIndex,
        openQuote == nil || "\\\"$`".contains(word[next])
      {
        text.append(word[next])
        index = word.index(after: next)
      } else if openQuote == nil, character == "'" || character == "\"" {
        openQuote = character
        quotedPart = next
      } else if character != "\\" || openQuote != nil {
        text.append(character)
      }
    }
    if openQuote == nil { quotedPart = nil }
  }
}

/// The word at the cursor in bash. bash replaces only a part of it: the part after the last open
/// quote, or after a character such as `:` or `=`.
struct BashWord {
  let text: String
  private let kept: String
  private let quote: Character?

  /// - Parameters:
  ///   - word: the word up to the cursor, with its quotes.
  ///   - part: the end of the word, which bash takes for the whole word.
  init(_ word: String, part: String) {
    let typed = TypedWord(word)
    let start =
      typed.quotedPart
      ?? word.index(
        word.endIndex, offsetBy: -min(part.count, word.count))
    text = typed.text
    quote = typed.openQuote
    kept = TypedWord(word[..<start]).text
  }

  /// Returns the text to insert so that the word becomes the candidate, or nil if it can't.
  /// - Parameter isQuoted: whether to quote the text so that bash doesn't interpret any of it.
  func insertion(of candidate: String, isQuoted: Bool = true) -> String? {
    guard candidate.hasPrefix(text), candidate.hasPrefix(kept) else { return nil }
    let rest = candidate.dropFirst(kept.count)
    return isQuoted ? Self.quoted(rest, within: quote) : String(rest)
  }

  /// Quotes a text inside an open quote. bash closes the open quote after the text, unless the text
  /// ends in the same quote. A text with such an end therefore closes the open quote before that
  /// character.
  private static func quoted(_ text: Substring, within quote: Character?) -> String {
    guard let quote else {
      return text.map { isPlain($0) ? String($0) : "\\\($0)" }.joined()
    }
    if text.last == quote { return inside(text.dropLast(), quote) + "\(quote)\\\(quote)" }
    let inserted = inside(text, quote)
    return inserted.last == quote ? "\(inserted)\(quote)" : inserted
  }

  private static func inside(_ text: Substring, _ quote: Character) -> String {
    text.map { character in
      switch (quote, character) {
      // In double quotes, an exclamation mark recalls a previous command, even after a backslash.
      case ("'", "'"), ("\"", "!"): "\(quote)\\\(character)\(quote)"
      case ("\"", "\\"), ("\"", "\""), ("\"", "$"), ("\"", "`"): "\\\(character)"
      default: String(character)
      }
    }.joined()
  }

  private static func isPlain(_ character: Character) -> Bool {
    !character.isASCII || character.isLetter || character.isNumber
      || "_-./,+%@:=".contains(character)
  }
}
