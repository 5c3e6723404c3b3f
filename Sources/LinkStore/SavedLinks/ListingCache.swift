import GRDB

/// Caches the sorted ids of all links, or all in a state, and the words in the index, until the file changes.
/// Filtering while the user types then costs only the search.
actor ListingCache {
  private var known: [Key: (version: Version, ids: [SavedLink.ID])] = [:]

  private var words: (version: Version, list: WordList)?

  struct Key: Hashable, Sendable {
    var sort: SavedSort
    var isTrash: Bool
    /// The conditions of the links in SQL. Testing them reads every row, which takes longer than any
    /// search for text.
    var conditions: [String]

    init(_ query: SavedQuery) {
      sort = query.isTrash || query.sort == .relevance ? .newest : query.sort
      isTrash = query.isTrash
      conditions = query.filter.conditions.compactMap(\.stateSQL)
    }

    /// Selects the ids in order, except for ``SavedSort/arranged(_:)``.
    var sql: String {
      let trash = "trashedAt IS \(isTrash ? "NOT NULL" : "NULL")"
      let order = isTrash ? "trashedAt DESC, id DESC" : sort.clause
      return "SELECT id FROM link WHERE \(([trash] + conditions).joined(separator: " AND ")) "
        + "ORDER BY \(order)"
    }
  }

  /// Differs after every change, by this program or another.
  struct Version: Hashable, Sendable {
    /// Each connection counts its changes separately.
    private let generation: Int
    private let ownChanges: Int
    private let externalChanges: Int

    /// - Parameter generation: ``StoreFile/generation`` of the connection.
    init(_ db: Database, generation: Int) throws {
      self.generation = generation
      ownChanges = db.totalChangesCount
      externalChanges = try Self.externalChanges(db)
    }

    /// Returns a number that differs after every change by another connection.
    static func externalChanges(_ db: Database) throws -> Int {
      try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
    }
  }

  func ids(_ key: Key) -> (version: Version, ids: [SavedLink.ID])? { known[key] }

  func wordList() -> (version: Version, list: WordList)? { words }

  func remember(_ list: WordList, version: Version) { words = (version, list) }

  /// Caches at most two orders, because people rarely switch between more.
  func remember(_ ids: [SavedLink.ID], for key: Key, version: Version) {
    if known.count > 1, known[key] == nil { known = [:] }
    known[key] = (version, ids)
  }
}
