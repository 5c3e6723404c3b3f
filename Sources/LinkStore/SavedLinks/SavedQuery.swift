/// Which saved links, in which order.
public struct SavedQuery: Hashable, Sendable {
  public var filter: SavedFilter
  public var sort: SavedSort
  /// Whether those that were removed are meant; their order is always the last removed first.
  public var isTrash: Bool

  public init(
    filter: SavedFilter = SavedFilter(""), sort: SavedSort = .newest, isTrash: Bool = false
  ) {
    self.filter = filter
    self.sort = sort
    self.isTrash = isTrash
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
