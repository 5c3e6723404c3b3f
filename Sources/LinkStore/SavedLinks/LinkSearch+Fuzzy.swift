import Foundation
import GRDB
import Links

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
    let rows = try Row.fetchCursor(
      db.cachedStatement(sql: "SELECT id, coalesce(title, url) FROM link"))
    var count = 0
    while let row = try rows.next() {
      count += 1
      if count % 4_096 == 0 { try Task.checkCancellation() }
      let id = try row.decode(SavedLink.ID.self, atIndex: 0)
      guard id <= largest, isCandidate[Int(id)] else { continue }
      scores[id] = try row.withUnsafeData(atIndex: 1) { data -> Int? in
        data?.withUnsafeBytes { bytes -> Int? in
          let text = bytes.bindMemory(to: UInt8.self)
          guard patterns.allSatisfy({ $0.mayOccur(in: text) }) else { return nil }
          letters.replace(with: text, folding: &folding)
          var sum = 0
          for index in patterns.indices {
            guard let score = patterns[index].score(in: letters) else { return nil }
            sum += score
          }
          return sum
        }
      }
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
