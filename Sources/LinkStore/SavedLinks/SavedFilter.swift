/// A search query for saved links, as the user types it.
///
/// Words match the beginnings of words in title, site, summary, tags, note and address. `"…"`
/// matches a phrase, `#tag` a tag, and `site:host` the host. `-` before any of them excludes what
/// matches.
///
///     SavedFilter(#"swift "ray tracing" #tutorial site:github -video"#)
public struct SavedFilter: Hashable, Sendable {
  /// The filter as typed.
  public let text: String
  let terms: [Term]

  /// One search term.
  struct Term: Hashable, Sendable {
    enum Place: Hashable, Sendable { case anywhere, tags, host }
    var text: String
    var place = Place.anywhere
    var isPhrase = false
    var isExcluded = false
  }

  public init(_ text: String) {
    self.text = text
    var terms: [Term] = []
    var rest = text.drop(while: \.isWhitespace)
    while !rest.isEmpty {
      let (term, after) = Self.term(at: rest)
      // Skips text without letters and digits, because the index doesn't contain it.
      if term.text.contains(where: { $0.isLetter || $0.isNumber }) { terms.append(term) }
      rest = after.drop(while: \.isWhitespace)
    }
    self.terms = terms
  }

  /// Whether there are no terms, so that the filter matches everything.
  public var isEmpty: Bool { terms.isEmpty }

  /// The words to highlight in matches.
  public var highlights: [String] {
    terms.filter { !$0.isExcluded && $0.place == .anywhere }.map(\.text)
  }

  private static func term(at start: Substring) -> (Term, Substring) {
    var rest = start
    var term = Term(text: "")
    if rest.hasPrefix("-"), rest.dropFirst().first.map({ !$0.isWhitespace }) == true {
      term.isExcluded = true
      rest = rest.dropFirst()
    }
    if rest.hasPrefix("#") {
      term.place = .tags
      rest = rest.dropFirst()
    } else if rest.lowercased().hasPrefix("site:") {
      term.place = .host
      rest = rest.dropFirst(5)
    }
    if rest.hasPrefix("\"") {
      let phrase = rest.dropFirst().prefix { $0 != "\"" }
      term.text = String(phrase)
      // A quote that's still open may end in the middle of a word.
      term.isPhrase = phrase.endIndex < rest.endIndex
      return (term, rest[phrase.endIndex...].dropFirst())
    }
    let word = rest.prefix { !$0.isWhitespace }
    term.text = String(word)
    return (term, rest[word.endIndex...])
  }
}

extension SavedFilter {
  /// Whether all terms are exclusions, so that the filter matches nearly everything.
  public var hasOnlyExclusions: Bool { !isEmpty && terms.allSatisfy(\.isExcluded) }
}
