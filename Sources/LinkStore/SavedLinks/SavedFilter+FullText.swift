import Foundation
import Links

extension SavedFilter.Term {
  /// The term in FTS5's query syntax (https://www.sqlite.org/fts5.html, section 3).
  var expression: String {
    let column =
      switch scope {
      case .anywhere, .text: ""
      case .host: "host : "
      }
    return column + Self.quoted(text) + (isPhrase ? "" : " *")
  }

  /// Returns an expression that also matches inside words: any of the index's words that contain
  /// the term. Returns nil if there are none.
  /// - Parameter words: the words of the index that contain the term.
  func expression(expandedTo words: [String]) -> String? {
    words.isEmpty ? nil : "(\(words.map(Self.quoted).joined(separator: " OR ")))"
  }

  /// Whether the text contains a script that's written without spaces between words, so that few
  /// words of the index begin with it.
  var isOfSpacelessScript: Bool {
    text.unicodeScalars.contains(where: \.isOfSpacelessScript)
  }

  static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    // Compares scalars, because a quote with a combining mark is a different character, but FTS5
    // sees the quote. A NUL ends the query for FTS5, even inside a string.
    for scalar in text.unicodeScalars {
      quoted.append(scalar == "\0" ? " " : scalar)
      if scalar == "\"" { quoted.append(scalar) }
    }
    quoted.append("\"")
    return String(quoted)
  }
}

/// All words of the full-text index in one buffer. Searching a few megabytes of memory for a part
/// of a word takes a hundredth of SQLite's time.
struct WordList: Sendable {
  /// The words, with a line break before, between and after them.
  private let text: Data

  /// - Parameter words: the words, separated by line breaks.
  init(_ words: String) { text = Data("\n\(words)\n".utf8) }

  /// Returns the words that contain a text, at most as many as one query can hold.
  func words(containing part: String) -> [String] {
    let folded = Data(
      part.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).utf8)
    let lineBreak = Data("\n".utf8)
    var words: [String] = []
    var rest = text.startIndex..<text.endIndex
    guard !folded.isEmpty, !folded.contains(lineBreak[0]) else { return [] }
    while words.count < Self.limit, let found = text.range(of: folded, in: rest),
      let start = text.range(
        of: lineBreak, options: .backwards, in: text.startIndex..<found.lowerBound)?.upperBound,
      let end = text.range(of: lineBreak, in: found.upperBound..<text.endIndex)?.lowerBound
    {
      words.append(String(decoding: text[start..<end], as: UTF8.self))
      rest = end..<text.endIndex
    }
    return words
  }

  private static let limit = 200
}

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
