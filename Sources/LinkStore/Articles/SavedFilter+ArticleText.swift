import Links

extension SavedFilter {
  /// The FTS5 expression by which texts are scored: all words that are looked up as words, or nil if
  /// there are none.
  var textScoreExpression: String? {
    let wanted = terms.filter { !$0.isExcluded }.map(\.textLookup)
    let words = wanted.compactMap { if case .words(let text) = $0 { text } else { nil } }
    let prefixes = wanted.compactMap { if case .prefix(let text) = $0 { text } else { nil } }
    // Beginnings of two or three letters are slow to look up, so they only count by themselves.
    let parts = words.isEmpty ? prefixes.map { Term.quoted($0) + " *" } : words
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }
}

extension SavedFilter.Term {
  /// How a term is looked up in the texts of pages.
  enum TextLookup: Hashable {
    /// It's for something else, such as the host.
    case nowhere
    /// One letter, which nearly every text has.
    case letter
    /// In `articlePrefix`: a beginning of two or three letters.
    case prefix(String)
    /// In `articleText`: an expression of FTS5.
    case words(String)
  }

  var textLookup: TextLookup {
    guard place == .anywhere || place == .text else { return .nowhere }
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
      // The beginning of a word that's still being typed would match too many.
      words.removeLast()
      isPrefix = false
    }
    return .words(Self.quoted(words.joined(separator: " ")) + (isPrefix ? " *" : ""))
  }

  /// The words of the term as the index has them.
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
