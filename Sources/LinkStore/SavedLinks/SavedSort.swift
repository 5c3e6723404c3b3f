/// The order of a list of saved links.
public enum SavedSort: Hashable, Sendable {
  case newest, oldest, title, site
  /// The last opened first, then those that never were, newest first.
  case opened
  /// Any order, the same for the same seed.
  case random(seed: UInt64)

  /// The clause that sorts, for all orders that SQLite can make.
  var clause: String {
    switch self {
    case .newest, .random: "savedAt DESC, id DESC"
    case .oldest: "savedAt, id"
    case .title: "title IS NULL, title COLLATE NOCASE, id"
    case .site: "host, title COLLATE NOCASE, id"
    case .opened: "openedAt DESC, savedAt DESC, id DESC"
    }
  }

  /// Puts what SQLite gave out in the order that only we can make.
  func arranged(_ ids: [SavedLink.ID]) throws -> [SavedLink.ID] {
    guard case .random(let seed) = self else { return ids }
    try Task.checkCancellation()
    return ids.map { id in
      var generator = SplitMix64(seed: UInt64(bitPattern: id) ^ seed)
      return (generator.next(), id)
    }.sorted { $0 < $1 }.map(\.1)
  }
}
