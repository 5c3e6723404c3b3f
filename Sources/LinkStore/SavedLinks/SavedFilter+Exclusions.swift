extension SavedFilter {
  /// Whether it only says what is left out, so that it finds nearly everything.
  public var hasOnlyExclusions: Bool { !isEmpty && terms.allSatisfy(\.isExcluded) }
}
