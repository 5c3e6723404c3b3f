import GRDB

/// Remembers the sorted ids of all links, and the words in them, until the file changes, so that
/// filtering as a person types costs the search alone.
actor SavedOrders {
  private var known: [Key: (version: Version, ids: [SavedLink.ID])] = [:]

  private var words: (version: Version, list: WordList)?

  struct Key: Hashable, Sendable {
    var sort: SavedSort
    var isTrash: Bool
  }

  /// Differs after every change, whoever made it.
  struct Version: Hashable, Sendable {
    /// Connections count on their own.
    private let generation: Int
    private let ownChanges: Int
    private let othersChanges: Int

    /// - Parameter generation: that of the connection.
    init(_ db: Database, generation: Int) throws {
      self.generation = generation
      ownChanges = db.totalChangesCount
      othersChanges = try Self.othersChanges(db)
    }

    /// Differs after every change by another connection.
    static func othersChanges(_ db: Database) throws -> Int {
      try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
    }
  }

  func ids(_ key: Key) -> (version: Version, ids: [SavedLink.ID])? { known[key] }

  func wordList() -> (version: Version, list: WordList)? { words }

  func remember(_ list: WordList, version: Version) { words = (version, list) }

  /// Two orders are kept: a person rarely goes to and fro between more.
  func remember(_ ids: [SavedLink.ID], for key: Key, version: Version) {
    if known.count > 1, known[key] == nil { known = [:] }
    known[key] = (version, ids)
  }
}
