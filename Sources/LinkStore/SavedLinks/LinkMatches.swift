import Links

/// The links that match a filter.
struct LinkMatches {
  /// The ids of the links, in order.
  var ids: [SavedLink.ID]
  /// Whether each link matches without the text of its page, by id. Nil if all do.
  var inLink: [Bool]?

  init(_ ids: [SavedLink.ID], inLink: [Bool]? = nil) {
    self.ids = ids
    self.inLink = inLink
  }
}
