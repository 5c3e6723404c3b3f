import Links

extension SavedSort {
  /// The `ORDER BY` terms. ``arranged(_:)`` adds the random order, which SQLite can't do, and
  /// ``TitleOrder`` that of a language.
  var clause: String {
    switch self {
    case .newest, .relevance, .random: "savedAt DESC, id DESC"
    case .oldest: "savedAt, id"
    case .title: "title IS NULL, title COLLATE NOCASE, id"
    case .site: "host, title COLLATE NOCASE, id"
    case .opened: "openedAt DESC, savedAt DESC, id DESC"
    }
  }
}
