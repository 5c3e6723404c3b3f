public import Foundation
package import Localization

/// A query for saved links: a filter, a state and an order.
public struct SavedQuery: Hashable, Sendable {
  /// The words and conditions that links must meet.
  public var filter: SavedFilter
  /// The order of the links.
  public var sort: SavedSort
  /// Whether to list the trash instead of the saved links. The order of the trash is always last
  /// removed first.
  public var isTrash: Bool
  /// Only links that were saved at this date or later.
  public var since: Date?
  /// Only links that were saved before this date.
  public var before: Date?
  /// Whether to list fuzzy matches, best first, if nothing matches the words themselves: links
  /// whose titles have the letters of the filter's words. See ``FuzzyMatch``.
  public var isFuzzy: Bool
  /// The language whose order titles are sorted in; nil for an order that's the same for all readers,
  /// as scripts need it.
  package var titleLanguage: Language?

  /// Creates a query. By default, it finds all saved links, the newest first.
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
  /// The number of saved links in total, without the trash.
  public var total: Int
  /// The first matching links in full, up to the requested number.
  public var firstLinks: [SavedLink]
  /// Whether nothing matched the words, so that these links are fuzzy matches.
  public var isFuzzy: Bool
  /// Whether there are changes to undo and to redo; nil if unknown.
  public var undo: UndoStatus?

  /// Creates a result with the ids of all matching links.
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
  /// By the date of saving, by title, or by site and then title.
  case newest, oldest, title, site
  /// The last opened first, then links that were never opened, newest first.
  case opened
  /// The best matches of the filter's words first.
  ///
  /// Words in the title come before tags. Tags come before site, summary, note and address. Within
  /// each of these, whole words come before beginnings of words, which come before parts of words,
  /// and then the newest links come first. With several words, the worst match decides.
  ///
  /// Links that only match with the text of their page come after all others, sorted by BM25 if the
  /// text has all the words. Without words, or with more than 2,000 matches of one kind, the newest
  /// come first.
  case relevance
  /// A random order that's always the same for the same seed.
  case random(seed: UInt64)

  /// Shuffles sorted ids if the order is random.
  package func arranged(_ ids: [SavedLink.ID]) throws -> [SavedLink.ID] {
    guard case .random(let seed) = self else { return ids }
    try Task.checkCancellation()
    return ids.map { id in
      var generator = SplitMix64(seed: UInt64(bitPattern: id) ^ seed)
      return (generator.next(), id)
    }.sorted { $0 < $1 }.map(\.1)
  }
}
