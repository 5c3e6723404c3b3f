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

  public init(
    filter: SavedFilter = SavedFilter(""), sort: SavedSort = .newest, isTrash: Bool = false,
    since: Date? = nil, before: Date? = nil
  ) {
    self.filter = filter
    self.sort = sort
    self.isTrash = isTrash
    self.since = since
    self.before = before
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

  public init(ids: [SavedLink.ID], total: Int, firstLinks: [SavedLink] = []) {
    self.ids = ids
    self.total = total
    self.firstLinks = firstLinks
  }
}
