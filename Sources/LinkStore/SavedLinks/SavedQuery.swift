public import Foundation

/// Which saved links, in which order.
public struct SavedQuery: Hashable, Sendable {
  public var filter: SavedFilter
  public var sort: SavedSort
  /// Whether those that were removed are meant; their order is always the last removed first.
  public var isTrash: Bool
  /// Only links that were saved then or later.
  public var since: Date?
  /// Only links that were saved earlier.
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

/// What a query found.
public struct SavedListing: Hashable, Sendable {
  /// The links that match, in order.
  public var ids: [SavedLink.ID]
  /// How many links are kept in all.
  public var total: Int
  /// The first of the links, as many as were asked for.
  public var firstLinks: [SavedLink]

  /// A listing as the store gives it out.
  public init(ids: [SavedLink.ID], total: Int, firstLinks: [SavedLink] = []) {
    self.ids = ids
    self.total = total
    self.firstLinks = firstLinks
  }
}
