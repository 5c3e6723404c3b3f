import GRDB
import Links

/// Sorts matches of a filter by how well they match. See ``SavedSort/relevance``.
struct LinkRanking {
  private let words: [FoldedWords]
  /// The FTS5 expression that texts of pages are scored by.
  private let textExpression: String?
  private var folding = ScalarFolding()

  /// The most links that are ranked. Reading more would take longer than searching for them.
  static let limit = 2_000

  /// Returns nil if the filter has no words to rank by. Words for the text alone count.
  init?(_ filter: SavedFilter) {
    var folding = ScalarFolding()
    let words = filter.highlights.map { FoldedWords($0, folding: &folding) }
    textExpression = filter.textScoreExpression
    guard !words.isEmpty || textExpression != nil else { return nil }
    self.words = words
    self.folding = folding
  }

  /// Returns the links with the best ones first. Links that match only with the text of their page
  /// come after all others. Each of the two parts has its own ``limit``.
  /// - Parameter matches: the links, newest first.
  mutating func ranked(_ matches: LinkMatches, in db: Database) throws -> [SavedLink.ID] {
    guard let inLink = matches.inLink else { return try ranked(matches.ids, scores: [:], in: db) }
    let byText = matches.ids.filter { !inLink[Int($0)] }
    let byLink = matches.ids.filter { inLink[Int($0)] }
    let isScored = byText.count > 1 && byText.count <= Self.limit
    let scores = try isScored ? self.scores(in: db) : [:]
    return try ranked(byLink, scores: [:], in: db) + ranked(byText, scores: scores, in: db)
  }

  /// Returns BM25 scores of the texts that have all words. Lower is better.
  private func scores(in db: Database) throws -> [SavedLink.ID: Double] {
    guard let textExpression else { return [:] }
    let rows = try Row.fetchCursor(
      db.cachedStatement(
        sql: "SELECT rowid, bm25(articleText) FROM articleText WHERE articleText MATCH ?"),
      arguments: [textExpression])
    var scores: [SavedLink.ID: Double] = [:]
    while let row = try rows.next() {
      scores[try row.decode(atIndex: 0)] = try row.decode(Double?.self, atIndex: 1)
    }
    return scores
  }

  private mutating func ranked(
    _ ids: [SavedLink.ID], scores: [SavedLink.ID: Double], in db: Database
  ) throws -> [SavedLink.ID] {
    guard ids.count > 1, ids.count <= Self.limit else { return ids }
    var ranks: [SavedLink.ID: Rank] = [:]
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: Self.sql), arguments: ["\(ids)"])
    while let row = try rows.next() {
      try Task.checkCancellation()
      let id = try row.decode(SavedLink.ID.self, atIndex: Self.tierCount)
      ranks[id] = try rank(of: row)
      ranks[id]?.score = scores[id] ?? 0
    }
    return ids.enumerated().map { (ranks[$0.element] ?? Rank(), $0.offset) }
      .sorted { $0 < $1 }.map { ids[$0.1] }
  }

  /// Selects the texts of links in tiers: first the title, then tags, then everything else. The ids
  /// are a JSON array, because one query for all links is faster than one for each.
  private static let sql = """
    SELECT title, tags, coalesce(site, '') || char(10) || host || char(10)
      || coalesce(summary, '') || char(10) || note || char(10) || url, id
    FROM link WHERE id IN (SELECT value FROM json_each(?))
    """
  private static let tierCount = 3

  /// The quality of a match. Lower is better.
  private struct Rank: Comparable {
    /// The rank of the word with the worst match, so that a link with all words in its title comes
    /// before a link with a word somewhere else.
    var worst = 0
    var sum = 0
    /// The score of the page's text.
    var score = 0.0

    static func < (one: Rank, other: Rank) -> Bool {
      (one.worst, one.sum, one.score) < (other.worst, other.sum, other.score)
    }
  }

  private mutating func rank(of row: Row) throws -> Rank {
    var texts: [FoldedWords] = []
    var rank = Rank()
    for word in words {
      let value = try self.rank(of: word, in: row, texts: &texts)
      rank.worst = max(rank.worst, value)
      rank.sum += value
    }
    return rank
  }

  /// - Parameter texts: the row's folded texts so far, by tier.
  private mutating func rank(
    of word: FoldedWords, in row: Row, texts: inout [FoldedWords]
  ) throws -> Int {
    for tier in 0..<Self.tierCount {
      if tier == texts.count {
        let text = try row.decode(String?.self, atIndex: tier) ?? ""
        texts.append(FoldedWords(text, folding: &folding))
      }
      if let match = texts[tier].match(of: word) {
        return tier * FoldedWords.Match.allCases.count + match.rawValue
      }
    }
    return Self.tierCount * FoldedWords.Match.allCases.count
  }
}
