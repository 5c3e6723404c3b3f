import GRDB
import Links

/// Finds links by their tags.
extension LinkSearch {
  /// Returns the links that have all required tags of a filter and none of the excluded ones.
  /// - Parameter all: the links to choose from, in the order of the result.
  func tagged(by terms: [TagTerm], among all: [SavedLink.ID]) throws -> [SavedLink.ID] {
    var ids = all
    for term in terms {
      try Task.checkCancellation()
      guard let largest = ids.max() else { break }
      let hits = try hits(of: term, upTo: largest)
      ids = ids.filter { hits[Int($0)] != term.isExcluded }
    }
    return ids
  }

  /// Returns for each id whether the link has a tag. The full-text index finds candidates, which
  /// have the words of the tag anywhere among their tags. If that's not possible, all tags are read
  /// from their own index.
  private func hits(of term: TagTerm, upTo largest: SavedLink.ID) throws -> [Bool] {
    let rows =
      if let candidates = term.candidates {
        try Row.fetchCursor(
          db.cachedStatement(
            sql: """
              SELECT id, tags FROM link
              WHERE id IN (SELECT rowid FROM linkText WHERE linkText MATCH ?)
              """), arguments: [candidates])
      } else {
        try Row.fetchCursor(db.cachedStatement(sql: "SELECT id, tags FROM link WHERE tags <> ''"))
      }
    let isWanted = term.matcher
    var hits = [Bool](repeating: false, count: Int(largest) + 1)
    // Caches results, because many links have the same tags.
    var known: [String: Bool] = [:]
    var count = 0
    while let row = try rows.next() {
      count += 1
      if count % 4_096 == 0 { try Task.checkCancellation() }
      let id = try row.decode(SavedLink.ID.self, atIndex: 0)
      guard id <= largest else { continue }
      let tags = try row.decode(String?.self, atIndex: 1) ?? ""
      if let isHit = known[tags] {
        hits[Int(id)] = isHit
      } else {
        let isHit = SavedLinkStore.split(tags).contains(where: isWanted)
        hits[Int(id)] = isHit
        known[tags] = isHit
      }
    }
    return hits
  }
}
