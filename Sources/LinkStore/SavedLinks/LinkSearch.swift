import Foundation
import GRDB
import GRDBSQLite
import Links

/// Finds the links that match a filter.
struct LinkSearch {
  let db: Database
  /// ``StoreFile/generation`` of the connection.
  let generation: Int
  private(set) var lists: Lists

  /// What a search looks up in memory, for a version of all links. Created on first use.
  struct Lists: Sendable {
    let version: ListingCache.Version
    var words: WordList?
    var tags: TagTable?
  }

  /// - Parameter lists: those of an earlier search.
  init(db: Database, generation: Int, lists: Lists?) throws {
    self.db = db
    self.generation = generation
    let version = try ListingCache.Version(db, generation: generation)
    self.lists = lists.flatMap { $0.version == version ? $0 : nil } ?? Lists(version: version)
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
      let hits = try linkHits(ofAny: unwanted, upTo: largest)
      return (all.filter { !hits[Int($0)] }, false)
    }
    // If no word begins with the text, looks for it inside words.
    for insideWords in [false, true] {
      try Task.checkCancellation()
      let lookups = try wanted.map { try lookup(of: $0, insideWords: insideWords) }
      guard !lookups.contains(where: \.isEmpty) else { continue }
      let hits = try linkHits(ofAll: lookups, without: unwanted, upTo: largest)
      let matches = all.filter { hits[Int($0)] }
      if !matches.isEmpty { return (matches, insideWords) }
    }
    return ([], false)
  }

  /// Returns the lookups of the excluded terms.
  mutating func linkExclusion(of filter: SavedFilter) throws -> [LinkLookup] {
    try filter.terms.filter { $0.isExcluded && $0.scope != .text }
      .map { try lookup(of: $0, insideWords: false) }.filter { !$0.isEmpty }
  }

  /// Returns for each id whether the link matches. Doesn't use a join, because a query may match
  /// every link, and SQLite would sort and join them much more slowly.
  func hits(
    of sql: String, _ arguments: StatementArguments, upTo largest: SavedLink.ID
  ) throws -> [Bool] {
    var hits = [Bool](repeating: false, count: Int(largest) + 1)
    try mark(&hits, of: sql, arguments)
    return hits
  }

  /// Marks the links that match, by id.
  func mark(_ hits: inout [Bool], of sql: String, _ arguments: StatementArguments) throws {
    let rows = try Int64.fetchCursor(db.cachedStatement(sql: sql), arguments: arguments)
    while let id = try rows.next() {
      if hits.indices.contains(Int(id)) { hits[Int(id)] = true }
    }
  }

  mutating func allWords() throws -> WordList {
    if let words = lists.words { return words }
    let text = try String.fetchOne(db, sql: "SELECT group_concat(term, char(10)) FROM linkWord")
    let list = WordList(text ?? "")
    lists.words = list
    return list
  }
}

/// Finds links by their tags.
extension LinkSearch {
  /// Returns the links that have all required tags of a filter and none of the excluded ones.
  /// - Parameter all: the links to choose from, in the order of the result.
  mutating func tagged(
    by terms: [TagTerm], among all: [SavedLink.ID]
  ) throws -> [SavedLink.ID] {
    var ids = all
    for term in terms {
      guard let largest = ids.max() else { break }
      let hits = try allTags().hits(of: term, upTo: largest)
      ids = ids.filter { hits[Int($0)] != term.isExcluded }
    }
    return ids
  }

  mutating func allTags() throws -> TagTable {
    if let tags = lists.tags { return tags }
    let tags = try TagTable(db)
    lists.tags = tags
    return tags
  }
}

/// Finds links whose titles have the letters of the words, for filters without other matches.
extension LinkSearch {
  /// Returns the links that match the filter's words fuzzily and its other terms exactly, the best
  /// ones first.
  /// - Parameter all: the links to search, in an order that decides between equal matches.
  mutating func fuzzyMatches(
    of filter: SavedFilter, among all: [SavedLink.ID]
  ) throws -> [SavedLink.ID] {
    var folding = ScalarFolding()
    var patterns = filter.fuzzyWords.compactMap { FuzzyPattern($0, folding: &folding) }
    guard !patterns.isEmpty, patterns.count == filter.fuzzyWords.count else { return [] }
    let candidates = try matches(of: filter.withoutFuzzyWords, among: all).ids
    guard let largest = candidates.max() else { return [] }
    var isCandidate = [Bool](repeating: false, count: Int(largest) + 1)
    for id in candidates { isCandidate[Int(id)] = true }
    var scores: [SavedLink.ID: Int] = [:]
    var letters = FoldedLetters()
    // Reads all titles, because SQLite would take longer to find the right ones.
    let statement = try db.cachedStatement(sql: "SELECT id, coalesce(title, url) FROM link")
    let rows = try Row.fetchCursor(statement)
    var count = 0
    rows: while try rows.next() != nil {
      count += 1
      if count % 4_096 == 0 { try Task.checkCancellation() }
      // Reads the columns directly, because a row makes an object of each text.
      let id = sqlite3_column_int64(statement.sqliteStatement, 0)
      guard id <= largest, isCandidate[Int(id)],
        let start = sqlite3_column_text(statement.sqliteStatement, 1)
      else { continue }
      let length = Int(sqlite3_column_bytes(statement.sqliteStatement, 1))
      let text = UnsafeBufferPointer(start: start, count: length)
      for index in patterns.indices where !patterns[index].mayOccur(in: text) { continue rows }
      letters.replace(with: text, folding: &folding)
      var sum = 0
      for index in patterns.indices {
        guard let score = patterns[index].score(in: letters) else { continue rows }
        sum += score
      }
      scores[id] = sum
    }
    let found = candidates.enumerated().compactMap { offset, id in
      scores[id].map { (score: $0, offset: offset, id: id) }
    }
    return found.sorted { ($1.score, $0.offset) < ($0.score, $1.offset) }
      .prefix(Self.fuzzyLimit).map(\.id)
  }

  /// The most links in the result. Later ones hardly resemble the words.
  private static let fuzzyLimit = 200
}

extension SavedFilter {
  /// The words that may match fuzzily: not tags, hosts, phrases or exclusions.
  var fuzzyWords: [String] { terms.filter(\.isFuzzy).map(\.text) }

  /// The filter's other terms, which have to match exactly.
  var withoutFuzzyWords: SavedFilter {
    var filter = self
    filter.terms.removeAll(where: \.isFuzzy)
    return filter
  }
}

extension SavedFilter.Term {
  fileprivate var isFuzzy: Bool { scope == .anywhere && !isPhrase && !isExcluded }
}

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
        : linkHits(ofAll: [lookup(of: term, insideWords: insideWords)], upTo: largest)
      for index in all.indices where all[index] {
        all[index] = hits?[index] == true || inLink?[index] == true
      }
    }
    let exclusion = try linkExclusion(of: filter)
    guard !exclusion.isEmpty else { return all }
    let excluded = try linkHits(ofAny: exclusion, upTo: largest)
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
        [SavedFilter.Term.word(prefix, isPrefix: false)], upTo: largest)
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

/// The links that match a filter.
struct LinkMatches {
  /// The ids of the links, in order.
  var ids: [SavedLink.ID]
  /// Whether each link matches without the text of its page, by id. Nil if all do.
  var inLink: [Bool]?

  init(_ ids: [SavedLink.ID], inLink: [Bool]? = nil) {
    self.ids = ids
    self.inLink = inLink
  }
}
