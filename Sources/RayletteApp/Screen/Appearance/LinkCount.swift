import LinkStore

extension [SavedLink.ID] {
  /// `1 link`, `12 links`.
  var countInWords: String { count.linksInWords }
}

extension Int {
  /// So many links: `1 link`, `12 links`.
  public var linksInWords: String { self == 1 ? "1 link" : "\(self) links" }
}
