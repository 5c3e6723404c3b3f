/// The order of a list of saved links.
public enum SavedSort: Hashable, Sendable {
  case newest, oldest, title, site
  /// The last opened first, then links that were never opened, newest first.
  case opened
  /// A random order that's always the same for the same seed.
  case random(seed: UInt64)

  /// The `ORDER BY` terms. ``arranged(_:)`` adds the random order, which SQLite can't do.
  var clause: String {
    switch self {
    case .newest, .random: "savedAt DESC, id DESC"
    case .oldest: "savedAt, id"
    case .title: "title IS NULL, title COLLATE NOCASE, id"
    case .site: "host, title COLLATE NOCASE, id"
    case .opened: "openedAt DESC, savedAt DESC, id DESC"
    }
  }

  /// Shuffles the ids from SQLite if the order is random.
  func arranged(_ ids: [SavedLink.ID]) throws -> [SavedLink.ID] {
    guard case .random(let seed) = self else { return ids }
    try Task.checkCancellation()
    return ids.map { id in
      var generator = SplitMix64(seed: UInt64(bitPattern: id) ^ seed)
      return (generator.next(), id)
    }.sorted { $0 < $1 }.map(\.1)
  }
}
