import Foundation
import GRDB
import Links

/// Finds the links that match a filter.
struct LinkSearch {
  let db: Database
  /// Created on first use.
  private(set) var words: WordList?

  init(db: Database, words: WordList?) {
    self.db = db
    self.words = words
  }

  /// Returns the links whose dates and states a query allows.
  /// - Parameter all: the links to choose from, in the order of the result.
  func candidates(
    for query: SavedQuery, among all: [SavedLink.ID], now: Date
  ) throws -> [SavedLink.ID] {
    var clauses = query.filter.conditions.compactMap { $0.dateSQL(now: now) }
    if let since = query.since { clauses.append((LinkCondition.atOrAfter, since)) }
    if let before = query.before { clauses.append((LinkCondition.before, before)) }
    guard !clauses.isEmpty, let largest = all.max() else { return all }
    // The first condition lets SQLite use an index of links that aren't in the trash.
    let conditions = ["trashedAt IS \(query.isTrash ? "NOT NULL" : "NULL")"] + clauses.map(\.sql)
    let hits = try hits(
      of: "SELECT id FROM link WHERE \(conditions.joined(separator: " AND "))",
      StatementArguments(clauses.map(\.date.timeIntervalSince1970)), upTo: largest)
    return all.filter { hits[Int($0)] }
  }

  /// Returns the links that match a filter, with or without the texts of their pages.
  /// - Parameter all: the links to search, in the order of the result.
  mutating func matches(
    of filter: SavedFilter, among all: [SavedLink.ID]
  ) throws -> LinkMatches {
    let all = try tagged(by: filter.tags, among: all)
    guard !filter.isEmpty, let largest = all.max() else { return LinkMatches(all) }
    let (found, insideWords) = try linkMatches(of: filter, among: all, upTo: largest)
    return try addTextMatches(
      to: found, of: filter, insideWords: insideWords, among: all, upTo: largest)
  }

  /// Returns the links that match a filter without the texts of their pages, and whether they match
  /// inside words.
  private mutating func linkMatches(
    of filter: SavedFilter, among all: [SavedLink.ID], upTo largest: SavedLink.ID
  ) throws -> (ids: [SavedLink.ID], insideWords: Bool) {
    let wanted = filter.terms.filter { !$0.isExcluded }
    guard !wanted.contains(where: { $0.scope == .text }) else { return ([], false) }
    let unwanted = try linkExclusion(of: filter)
    guard !wanted.isEmpty else {
      if unwanted.isEmpty { return (all, false) }
      let hits = try linkHits(of: unwanted, upTo: largest)
      return (all.filter { !hits[Int($0)] }, false)
    }
    // If no word begins with the text, looks for it inside words.
    for insideWords in [false, true] {
      try Task.checkCancellation()
      let terms = try wanted.map { try expression(of: $0, insideWords: insideWords) }
      guard !terms.contains(nil) else { continue }
      let found = terms.compactMap(\.self).joined(separator: " AND ")
      let hits = try linkHits(
        of: unwanted.isEmpty ? found : "(\(found)) NOT (\(unwanted))", upTo: largest)
      let matches = all.filter { hits[Int($0)] }
      if !matches.isEmpty { return (matches, insideWords) }
    }
    return ([], false)
  }

  /// Returns the FTS5 expression for the excluded terms, or an empty text.
  mutating func linkExclusion(of filter: SavedFilter) throws -> String {
    try filter.terms.filter { $0.isExcluded && $0.scope != .text }
      .compactMap { try expression(of: $0, insideWords: false) }.joined(separator: " OR ")
  }

  func linkHits(of expression: String, upTo largest: SavedLink.ID) throws -> [Bool] {
    try hits(
      of: "SELECT rowid FROM linkText WHERE linkText MATCH ?", [expression], upTo: largest)
  }

  /// Returns for each id whether the link matches. Doesn't use a join, because a query may match
  /// every link, and SQLite would sort and join them much more slowly.
  func hits(
    of sql: String, _ arguments: StatementArguments, upTo largest: SavedLink.ID
  ) throws -> [Bool] {
    var hits = [Bool](repeating: false, count: Int(largest) + 1)
    let rows = try Int64.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    while let id = try rows.next() {
      if id <= largest { hits[Int(id)] = true }
    }
    return hits
  }

  /// Returns the FTS5 expression for a term, or nil if nothing can match.
  mutating func expression(
    of term: SavedFilter.Term, insideWords: Bool
  ) throws -> String? {
    // Text of one or two letters occurs inside too many words to be useful.
    guard (insideWords && term.text.count > 2) || term.isOfSpacelessScript,
      term.scope == .anywhere, !term.isPhrase
    else { return term.expression }
    return term.expression(expandedTo: try allWords().words(containing: term.text))
  }

  private mutating func allWords() throws -> WordList {
    if let words { return words }
    let text = try String.fetchOne(db, sql: "SELECT group_concat(term, char(10)) FROM linkWord")
    let list = WordList(text ?? "")
    words = list
    return list
  }
}
