import GRDB
import Links

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

    /// Whether a condition depends on more than the links themselves.
    var readsArticles: Bool

    init(_ query: SavedQuery) {
      sort = query.isTrash || query.sort == .relevance ? .newest : query.sort
      isTrash = query.isTrash
      conditions = query.filter.conditions.compactMap(\.stateSQL)
      readsArticles = query.filter.conditions.contains(where: \.readsArticles)
    }

    /// Selects the ids in order, except for ``SavedSort/arranged(_:)``.
    var sql: String {
      let trash = "trashedAt IS \(isTrash ? "NOT NULL" : "NULL")"
      let order = isTrash ? "trashedAt DESC, id DESC" : sort.clause
      return "SELECT id FROM link WHERE \(([trash] + conditions).joined(separator: " AND ")) "
        + "ORDER BY \(order)"
    }
  }

  /// Differs after every change of links, by this program or another. It stays the same while texts
  /// are kept in the background, so that each doesn't cost the next list its cache.
  struct Version: Hashable, Sendable {
    private let generation: Int
    private let linkChanges: Int
    // Each connection counts all changes separately. Zero if only those of links count.
    private let ownChanges: Int
    private let externalChanges: Int

    /// - Parameters:
    ///   - generation: ``StoreFile/generation`` of the connection.
    ///   - readsArticles: whether changes of articles and places of reading count, too.
    init(_ db: Database, generation: Int, readsArticles: Bool = false) throws {
      self.generation = generation
      linkChanges =
        try Int.fetchOne(db.cachedStatement(sql: "SELECT number FROM linkVersion")) ?? 0
      ownChanges = readsArticles ? db.totalChangesCount : 0
      externalChanges = try readsArticles ? Self.externalChanges(db) : 0
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
