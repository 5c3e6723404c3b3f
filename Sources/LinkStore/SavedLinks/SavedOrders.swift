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
    var ownChanges: Int
    var othersChanges: Int

    init(_ db: Database) throws {
      ownChanges = db.totalChangesCount
      othersChanges = try Int.fetchOne(db.cachedStatement(sql: "PRAGMA data_version")) ?? 0
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
