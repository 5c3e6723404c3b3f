import GRDB
import Links

/// Finding links by the texts of their pages.
extension LinkSearch {
  /// Adds the links that have each word either in the link or in the text of its page, and removes
  /// the links whose text contains an excluded word.
  /// - Parameters:
  ///   - found: the links that match without the texts of their pages.
  ///   - insideWords: whether they match inside words.
  ///   - all: the links to search, in the order of the result.
  mutating func addTextMatches(
    to found: [SavedLink.ID], of filter: SavedFilter, insideWords: Bool, among all: [SavedLink.ID],
    upTo largest: SavedLink.ID
  ) throws -> LinkMatches {
    guard try hasTexts, !filter.terms.isEmpty else { return LinkMatches(found) }
    let lookups = filter.terms.map(\.textLookup)
    let hasWord = zip(filter.terms, lookups).contains { term, lookup in
      !term.isExcluded && lookup != .nowhere && lookup != .letter
    }
    var wanted: [(term: SavedFilter.Term, hits: [Bool]?)] = []
    var unwanted: [[Bool]] = []
    for (term, lookup) in zip(filter.terms, lookups) {
      try Task.checkCancellation()
      if term.isExcluded {
        if let hits = try hits(of: lookup, upTo: largest) { unwanted.append(hits) }
      } else if lookup == .letter {
        // A single letter after `text:` is probably the beginning of a longer word.
        let counts = hasWord || term.scope == .text
        wanted.append((term, counts ? try anyTextHits(upTo: largest) : nil))
      } else {
        wanted.append((term, try hits(of: lookup, upTo: largest)))
      }
    }
    var inLink = [Bool](repeating: false, count: Int(largest) + 1)
    for id in found { inLink[Int(id)] = true }
    let inText = try hits(ofAll: wanted, insideWords: insideWords, in: filter, upTo: largest)
    if inText == nil, unwanted.isEmpty { return LinkMatches(found) }
    let ids = all.filter { id in
      let index = Int(id)
      guard inLink[index] || inText?[index] == true else { return false }
      return !unwanted.contains { $0[index] }
    }
    return LinkMatches(ids, inLink: inText == nil ? nil : inLink)
  }

  /// Returns the links that have all terms, each in the link or in its text. Returns nil if no text
  /// has any of the terms.
  private mutating func hits(
    ofAll wanted: [(term: SavedFilter.Term, hits: [Bool]?)], insideWords: Bool,
    in filter: SavedFilter, upTo largest: SavedLink.ID
  ) throws -> [Bool]? {
    guard wanted.contains(where: { $0.hits != nil }) else { return nil }
    if wanted.count == 1, filter.terms.count == 1 { return wanted[0].hits }
    var all = [Bool](repeating: true, count: Int(largest) + 1)
    for (term, hits) in wanted {
      try Task.checkCancellation()
      let inLink =
        try term.scope == .text
        ? nil
        : expression(of: term, insideWords: insideWords).map { try linkHits(of: $0, upTo: largest) }
      for index in all.indices where all[index] {
        all[index] = hits?[index] == true || inLink?[index] == true
      }
    }
    let exclusion = try linkExclusion(of: filter)
    guard !exclusion.isEmpty else { return all }
    let excluded = try linkHits(of: exclusion, upTo: largest)
    for index in all.indices where excluded[index] { all[index] = false }
    return all
  }

  /// Returns nil for a term that isn't looked up in texts.
  private func hits(
    of lookup: SavedFilter.Term.TextLookup, upTo largest: SavedLink.ID
  ) throws -> [Bool]? {
    switch lookup {
    case .nowhere, .letter: nil
    case .prefix(let prefix):
      try hits(
        of: "SELECT rowid FROM articlePrefix WHERE articlePrefix MATCH ?",
        [SavedFilter.Term.quoted(prefix)], upTo: largest)
    case .words(let expression):
      try hits(
        of: "SELECT rowid FROM articleText WHERE articleText MATCH ?", [expression], upTo: largest)
    }
  }

  private func anyTextHits(upTo largest: SavedLink.ID) throws -> [Bool] {
    try hits(of: "SELECT linkID FROM article", [], upTo: largest)
  }

  private var hasTexts: Bool {
    get throws {
      try Bool.fetchOne(db.cachedStatement(sql: "SELECT 1 FROM article LIMIT 1")) == true
    }
  }
}
