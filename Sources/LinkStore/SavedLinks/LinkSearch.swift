import GRDB

/// Finds the links that a filter means.
struct LinkSearch {
  private let db: Database
  /// Made when it is needed first.
  private(set) var words: WordList?

  init(db: Database, words: WordList?) {
    self.db = db
    self.words = words
  }

  /// - Parameter all: the links among which it looks, in the order of the result.
  mutating func matches(
    of filter: SavedFilter, among all: [SavedLink.ID]
  ) throws -> [SavedLink.ID] {
    guard !filter.isEmpty, let largest = all.max() else { return all }
    let wanted = filter.terms.filter { !$0.isExcluded }
    var matches = try kept(all, by: wanted, insideWords: false, upTo: largest)
    // What begins no word may stand inside of one.
    if matches.isEmpty, !wanted.isEmpty {
      matches = try kept(all, by: wanted, insideWords: true, upTo: largest)
    }
    for term in filter.terms where term.isExcluded && !matches.isEmpty {
      let unwanted = try hits(of: [term], insideWords: false, upTo: largest)
      if let unwanted { matches.removeAll { unwanted[Int($0)] } }
    }
    return matches
  }

  private mutating func kept(
    _ all: [SavedLink.ID], by terms: [SavedFilter.Term], insideWords: Bool, upTo largest: Int64
  ) throws -> [SavedLink.ID] {
    if terms.isEmpty { return all }
    guard let hits = try hits(of: terms, insideWords: insideWords, upTo: largest) else { return [] }
    return all.filter { hits[Int($0)] }
  }

  /// For each id whether the link matches all terms; nil when none does. Not as a join: a query may
  /// match every link, and SQLite would sort and join them far slower.
  private mutating func hits(
    of terms: [SavedFilter.Term], insideWords: Bool, upTo largest: SavedLink.ID
  ) throws -> [Bool]? {
    guard let expression = try expression(of: terms, insideWords: insideWords) else { return nil }
    var hits = [Bool](repeating: false, count: Int(largest) + 1)
    let rows = try Int64.fetchCursor(
      db.cachedStatement(sql: "SELECT rowid FROM linkText WHERE linkText MATCH ?"),
      arguments: [expression])
    while let id = try rows.next() {
      if id <= largest { hits[Int(id)] = true }
    }
    return hits
  }

  /// Nil when nothing can match.
  private mutating func expression(
    of terms: [SavedFilter.Term], insideWords: Bool
  ) throws -> String? {
    var expressions: [String] = []
    for term in terms {
      guard insideWords || term.isOfSpacelessScript, term.place == .anywhere, !term.isPhrase else {
        expressions.append(term.expression)
        continue
      }
      let words = try allWords().words(containing: term.text)
      guard let expression = term.expression(expandedTo: words) else { return nil }
      expressions.append(expression)
    }
    return expressions.joined(separator: " AND ")
  }

  private mutating func allWords() throws -> WordList {
    if let words { return words }
    let text = try String.fetchOne(db, sql: "SELECT group_concat(term, char(10)) FROM linkWord")
    let list = WordList(text ?? "")
    words = list
    return list
  }
}
