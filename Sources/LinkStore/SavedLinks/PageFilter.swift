import GRDB
import Links

/// Finds out which pages may be saved already, so that an import of many new links needn't look up
/// each of them.
struct PageFilter {
  /// The hash values of all keys. Nil until enough lookups have happened to justify reading them.
  private var hashes: Set<Int>?
  private var lookups = 0
  private let sufficientLookups: Int

  init(in db: Database) throws {
    // Reading a key takes about a sixteenth of a lookup.
    sufficientLookups = max(1_000, Int(try SavedLinkStore.lastID(in: db)) / 16)
  }

  /// Whether the page with this key may be saved. Counts the page as saved from now on.
  mutating func mayContain(_ key: String, in db: Database) throws -> Bool {
    if hashes == nil, lookups >= sufficientLookups { hashes = try Self.hashes(in: db) }
    lookups += 1
    guard let isNew = hashes?.insert(key.hashValue).inserted else { return true }
    return !isNew
  }

  private static func hashes(in db: Database) throws -> Set<Int> {
    var hashes: Set<Int> = []
    let keys = try String.fetchCursor(db, sql: "SELECT key FROM link")
    while let key = try keys.next() { hashes.insert(key.hashValue) }
    return hashes
  }
}
