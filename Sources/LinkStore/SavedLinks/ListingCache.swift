import GRDB
import Links
import Localization

/// Caches the sorted ids of all links or of all links in a state, and the lists that a search looks
/// up, until the file changes. Filtering while the user types then takes only the time of the search.
actor ListingCache {
  private var known: [Key: (version: Version, ids: [SavedLink.ID])] = [:]

  private(set) var searchLists: LinkSearch.Lists?

  struct Key: Hashable, Sendable {
    var sort: SavedSort
    var isTrash: Bool
    /// The SQL conditions on the links. Testing them reads every row, which takes longer than any
    /// text search.
    var conditions: [String]

    /// Whether a condition depends on articles or reading states too.
    var readsArticles: Bool
    /// The language whose order titles are sorted in, if they are.
    private var titleLanguage: Language?

    init(_ query: SavedQuery) {
      sort = query.isTrash || query.sort == .relevance ? .newest : query.sort
      isTrash = query.isTrash
      conditions = query.filter.conditions.compactMap(\.stateSQL)
      readsArticles = query.filter.conditions.contains(where: \.readsArticles)
      titleLanguage = sort == .title || sort == .site ? query.titleLanguage : nil
    }

    /// Returns the ids in order.
    func ids(in db: Database) throws -> [SavedLink.ID] {
      let trash = "trashedAt IS \(isTrash ? "NOT NULL" : "NULL")"
      let condition = ([trash] + conditions).joined(separator: " AND ")
      if let titleLanguage, let order = TitleOrder(titleLanguage, bySite: sort == .site) {
        return try order.ids(where: condition, in: db)
      }
      let order = isTrash ? "trashedAt DESC, id DESC" : sort.clause
      return try sort.arranged(
        Int64.fetchAll(db, sql: "SELECT id FROM link WHERE \(condition) ORDER BY \(order)"))
    }
  }

  /// The version of all links, different after every change of links by this program or another.
  /// Keeping texts in the background doesn't change it, so the cache stays valid for the next list.
  struct Version: Hashable, Sendable {
    private let generation: Int
    private let linkChanges: Int
    // Each connection counts all changes separately. Zero if only changes of links count.
    private let ownChanges: Int
    private let externalChanges: Int

    /// - Parameters:
    ///   - generation: ``StoreFile/generation`` of the connection.
    ///   - readsArticles: whether changes of articles and reading states count too.
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

  /// Keeps the lists, and those of other searches in the same version.
  func remember(_ lists: LinkSearch.Lists) {
    var lists = lists
    if let known = searchLists, known.version == lists.version {
      lists.words = lists.words ?? known.words
      lists.tags = lists.tags ?? known.tags
    }
    searchLists = lists
  }

  /// Caches at most two orders, because people rarely switch between more.
  func remember(_ ids: [SavedLink.ID], for key: Key, version: Version) {
    if known.count > 1, known[key] == nil { known = [:] }
    known[key] = (version, ids)
  }
}
