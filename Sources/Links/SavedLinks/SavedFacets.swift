/// The numbers of listed links by state, tag and site, with which a list can be narrowed further.
///
/// Each number is that of the links that stay if the word for it is added to the filter.
public struct SavedFacets: Hashable, Sendable {
  /// A state that links are counted by.
  public enum State: Hashable, Sendable, CaseIterable {
    /// Neither read nor begun, begun, without tags, with a note, with a page that's gone, and with a
    /// page that has a new address.
    case unread, reading, untagged, noted, dead, moved
  }

  /// A tag or a site with the number of its links.
  public struct Count: Hashable, Sendable {
    /// The tag without `#`, or the host.
    public var name: String
    /// The number of listed links with it.
    public var count: Int

    /// Creates the count of a tag or a host.
    public init(_ name: String, _ count: Int) {
      self.name = name
      self.count = count
    }
  }

  /// The number of listed links in each state.
  public var states: [State: Int]
  /// The tags of the listed links, most used first.
  public var tags: [Count]
  /// The hosts of the listed links, most frequent first.
  public var sites: [Count]
  /// The number of links in the trash, whatever is listed.
  public var trashCount: Int

  /// Creates facets. By default, there are no links.
  public init(
    states: [State: Int] = [:], tags: [Count] = [], sites: [Count] = [], trashCount: Int = 0
  ) {
    self.states = states
    self.tags = tags
    self.sites = sites
    self.trashCount = trashCount
  }
}

extension SavedFacets.State {
  /// The word that finds the links in a filter.
  public var word: String { LinkCondition.statePrefix + condition.word }

  private var condition: LinkCondition.State {
    switch self {
    case .unread: .unread
    case .reading: .reading
    case .untagged: .untagged
    case .noted: .noted
    case .dead: .checked(.gone)
    case .moved: .checked(.moved)
    }
  }
}
