extension SavedFilter {
  /// Whether all terms are exclusions, so that the filter matches nearly everything.
  public var hasOnlyExclusions: Bool { !isEmpty && terms.allSatisfy(\.isExcluded) }
}
