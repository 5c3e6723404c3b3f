public import Foundation

/// Selects saved links and their order.
public struct SavedQuery: Hashable, Sendable {
  public var filter: SavedFilter
  public var sort: SavedSort
  /// Whether to list the trash instead. Its order is always the last removed first.
  public var isTrash: Bool
  /// Only links that were saved at this date or later.
  public var since: Date?
  /// Only links that were saved before this date.
  public var before: Date?
  /// Whether to list links whose titles have the letters of the filter's words, best first, if
  /// nothing matches the words themselves. See ``FuzzyMatch``.
  public var isFuzzy: Bool

  public init(
    filter: SavedFilter = SavedFilter(""), sort: SavedSort = .newest, isTrash: Bool = false,
    since: Date? = nil, before: Date? = nil, isFuzzy: Bool = false
  ) {
    self.filter = filter
    self.sort = sort
    self.isTrash = isTrash
    self.since = since
    self.before = before
    self.isFuzzy = isFuzzy
  }
}

/// The result of a query.
public struct SavedListing: Hashable, Sendable {
  /// The matching links, in order.
  public var ids: [SavedLink.ID]
  /// How many links are saved in total, without the trash.
  public var total: Int
  /// The first matching links in full, as many as were requested.
  public var firstLinks: [SavedLink]
  /// Whether nothing matched the words, and these links match fuzzily.
  public var isFuzzy: Bool
  /// Whether there's something to undo and to redo; nil if that's not known.
  public var undo: UndoStatus?

  public init(
    ids: [SavedLink.ID], total: Int, firstLinks: [SavedLink] = [], isFuzzy: Bool = false,
    undo: UndoStatus? = nil
  ) {
    self.ids = ids
    self.total = total
    self.firstLinks = firstLinks
    self.isFuzzy = isFuzzy
    self.undo = undo
  }
}

/// The order of a list of saved links.
public enum SavedSort: Hashable, Sendable {
  case newest, oldest, title, site
  /// The last opened first, then links that were never opened, newest first.
  case opened
  /// The best matches of the filter's words first. Words in the title come before tags, and those
  /// before site, summary, note and address. Among these, whole words come before beginnings of
  /// words, and those before parts of words; and then the newest. With several words, the one that
  /// matches worst decides. Links that only match with the text of their page come after all others,
  /// sorted by BM25 if that has all the words. Without words, or with more than 2,000 matches of one
  /// kind, the newest come first.
  case relevance
  /// A random order that's always the same for the same seed.
  case random(seed: UInt64)

  /// Shuffles ids that are sorted otherwise if the order is random.
  package func arranged(_ ids: [SavedLink.ID]) throws -> [SavedLink.ID] {
    guard case .random(let seed) = self else { return ids }
    try Task.checkCancellation()
    return ids.map { id in
      var generator = SplitMix64(seed: UInt64(bitPattern: id) ^ seed)
      return (generator.next(), id)
    }.sorted { $0 < $1 }.map(\.1)
  }
}
