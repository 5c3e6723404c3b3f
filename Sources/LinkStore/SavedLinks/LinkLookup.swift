import GRDB
import Links

/// What finds a term in the full-text index of links.
struct LinkLookup {
  /// FTS5 expressions. A link has the term if it matches at least one of each list.
  private let parts: [[String]]

  /// The most words in an expression. FTS5 compares each of them with every link that it finds.
  private static let wordLimit = 200

  init(_ expression: String) { parts = [[expression]] }

  /// Finds the links that have at least one word of each list.
  init(wordsOfParts parts: [[String]]) {
    self.parts = parts.map { words in
      stride(from: 0, to: words.count, by: Self.wordLimit).map { start in
        let end = min(start + Self.wordLimit, words.count)
        return SavedFilter.Term.any(of: words[start..<end].map(SavedFilter.Term.quoted))
      }
    }
  }

  /// Whether no link has the term.
  var isEmpty: Bool { parts.contains(where: \.isEmpty) }

  /// The expression that finds the links in one query; nil if it takes several.
  var expression: String? {
    guard parts.allSatisfy({ $0.count == 1 }) else { return nil }
    let all = parts.flatMap(\.self).joined(separator: " AND ")
    return parts.count == 1 ? all : "(\(all))"
  }

  fileprivate func hits(in search: LinkSearch, upTo largest: SavedLink.ID) throws -> [Bool] {
    var all: [Bool]?
    for expressions in parts {
      var hits = [Bool](repeating: false, count: Int(largest) + 1)
      for expression in expressions {
        try Task.checkCancellation()
        try search.mark(&hits, of: LinkSearch.linkMatch, [expression])
      }
      for index in hits.indices where all?[index] == false { hits[index] = false }
      all = hits
    }
    return all ?? []
  }
}

/// Finds links in the full-text index.
extension LinkSearch {
  fileprivate static let linkMatch = "SELECT rowid FROM linkText WHERE linkText MATCH ?"

  /// Returns what finds a term.
  mutating func lookup(of term: SavedFilter.Term, insideWords: Bool) throws -> LinkLookup {
    // Text of one or two letters occurs inside too many words to be useful, unless each is a word.
    let isSpaceless = term.isOfSpacelessScript
    guard (insideWords && term.text.count > 2) || isSpaceless, term.scope == .anywhere else {
      return LinkLookup(term.expression)
    }
    let parts = isSpaceless ? term.foldedWords : [term.text]
    // A phrase of one word is a part of a longer one.
    guard !term.isPhrase || (isSpaceless && parts.count == 1) else {
      return LinkLookup(term.expression)
    }
    let words = try allWords()
    return LinkLookup(wordsOfParts: parts.map(words.words))
  }

  /// Returns for each id whether the link matches all of some lookups and none of others.
  func linkHits(
    ofAll wanted: [LinkLookup], without unwanted: [LinkLookup] = [], upTo largest: SavedLink.ID
  ) throws -> [Bool] {
    let found = wanted.compactMap(\.expression)
    let excluded = unwanted.compactMap(\.expression)
    if found.count == wanted.count, excluded.count == unwanted.count {
      let found = found.joined(separator: " AND ")
      let all =
        excluded.isEmpty ? found : "(\(found)) NOT (\(excluded.joined(separator: " OR ")))"
      return try hits(of: Self.linkMatch, [all], upTo: largest)
    }
    var all = [Bool](repeating: true, count: Int(largest) + 1)
    for lookup in wanted {
      let hits = try lookup.hits(in: self, upTo: largest)
      for index in all.indices where !hits[index] { all[index] = false }
    }
    let excludedHits = try linkHits(ofAny: unwanted, upTo: largest)
    for index in all.indices where excludedHits[index] { all[index] = false }
    return all
  }

  /// Returns for each id whether the link matches any of some lookups.
  func linkHits(ofAny lookups: [LinkLookup], upTo largest: SavedLink.ID) throws -> [Bool] {
    let expressions = lookups.compactMap(\.expression)
    if expressions.count == lookups.count, !expressions.isEmpty {
      return try hits(of: Self.linkMatch, [expressions.joined(separator: " OR ")], upTo: largest)
    }
    var any = [Bool](repeating: false, count: Int(largest) + 1)
    for lookup in lookups {
      let hits = try lookup.hits(in: self, upTo: largest)
      for index in any.indices where hits[index] { any[index] = true }
    }
    return any
  }
}
