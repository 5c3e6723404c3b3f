import Links

/// The links that match a filter.
struct LinkMatches {
  /// In order.
  var ids: [SavedLink.ID]
  /// For each id whether the link matches by itself. Nil if all do, and none needs the text of its
  /// page.
  var inLink: [Bool]?

  init(_ ids: [SavedLink.ID], inLink: [Bool]? = nil) {
    self.ids = ids
    self.inLink = inLink
  }
}
