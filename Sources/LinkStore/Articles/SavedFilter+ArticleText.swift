import Links

extension SavedFilter {
  /// The FTS5 expression that texts are scored by: all terms that are looked up as words. Without
  /// such terms, the short prefixes; nil if there are none either.
  var textScoreExpression: String? {
    let wanted = terms.filter { !$0.isExcluded }.map(\.textLookup)
    let words = wanted.compactMap { if case .words(let text) = $0 { text } else { nil } }
    let prefixes = wanted.compactMap { if case .prefix(let text) = $0 { text } else { nil } }
    // Prefixes of two or three letters are slow to look up, so they count only if there are no
    // words.
    let parts = words.isEmpty ? prefixes.map { Term.quoted($0) + " *" } : words
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }
}

extension SavedFilter.Term {
  /// The way to look up a term in the texts of pages.
  enum TextLookup: Hashable {
    /// Not at all: the term is for something else, such as the host.
    case nowhere
    /// As a single letter, which nearly every text has.
    case letter
    /// In `articlePrefix`, as a prefix of two or three letters.
    case prefix(String)
    /// In `articleText`, with an FTS5 expression.
    case words(String)
  }

  var textLookup: TextLookup {
    guard scope == .anywhere || scope == .text else { return .nowhere }
    if isOfSpacelessScript {
      return .words(Self.quoted(IndexedText.words(text)) + (isPhrase ? "" : " *"))
    }
    var words = foldedWords
    guard let last = words.last else { return .nowhere }
    if words.count == 1, !isPhrase {
      switch last.unicodeScalars.count {
      case 1: return .letter
      case 2, 3: return .prefix(last)
      default: break
      }
    }
    var isPrefix = !isPhrase
    if isPrefix, words.count > 1, last.unicodeScalars.count == 1 {
      // A word that the user has just begun to type would match too many texts.
      words.removeLast()
      isPrefix = false
    }
    return .words(Self.quoted(words.joined(separator: " ")) + (isPrefix ? " *" : ""))
  }

  /// The words of the term, folded as in the index.
  private var foldedWords: [String] {
    var folding = ScalarFolding()
    var words: [String] = []
    var isInWord = false
    for scalar in text.unicodeScalars {
      switch folding.folded(scalar) {
      case .letter(let letter):
        if !isInWord { words.append("") }
        words[words.count - 1].unicodeScalars.append(letter)
        isInWord = true
      case .separator: isInWord = false
      case .diacritic: break
      }
    }
    return words
  }
}
