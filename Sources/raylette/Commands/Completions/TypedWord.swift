/// A word of a command line as somebody types it, with quotes and backslashes.
struct TypedWord {
  /// What the shell makes of it. Variables and the like stay as they are.
  private(set) var text = ""
  /// The quote that's open at its end.
  private(set) var openQuote: Character?
  /// The place after the open quote.
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

/// The word at the cursor in bash, of which bash replaces only a part: what's behind the last quote
/// that's open, or behind a character such as `:` or `=`.
struct BashWord {
  let text: String
  private let kept: String
  private let quote: Character?

  /// - Parameters:
  ///   - word: The word up to the cursor, with its quotes.
  ///   - part: The part of its end that bash takes for the word.
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

  /// Returns what to insert so that the word becomes a text, or nil if it can't.
  /// - Parameter isQuoted: Whether to quote it so that bash takes all of it for text.
  func insertion(of candidate: String, isQuoted: Bool = true) -> String? {
    guard candidate.hasPrefix(text), candidate.hasPrefix(kept) else { return nil }
    let rest = candidate.dropFirst(kept.count)
    return isQuoted ? Self.quoted(rest, within: quote) : String(rest)
  }

  /// Bash closes an open quote behind the text, unless the text's last character is such a quote. So
  /// a text that ends in a quote of its own closes the open one before it.
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
      // An exclamation mark recalls former commands in double quotes, even behind a backslash.
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
