/// The numbers of listed links by state, tag and site, with which a list can be narrowed further.
///
/// Each number is that of the links that stay if the word for it is added to the filter.
public struct SavedFacets: Hashable, Sendable {
  /// A state that links are counted by.
  public enum State: Hashable, Sendable, CaseIterable {
    case unread, untagged, noted, dead, moved
  }

  /// A tag or a site with the number of its links.
  public struct Count: Hashable, Sendable {
    public var name: String
    public var count: Int

    public init(_ name: String, _ count: Int) {
      self.name = name
      self.count = count
    }
  }

  public var states: [State: Int]
  /// The tags of the listed links, most used first.
  public var tags: [Count]
  /// The hosts of the listed links, most frequent first.
  public var sites: [Count]
  /// The number of links in the trash, whatever is listed.
  public var trashCount: Int

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
    case .untagged: .untagged
    case .noted: .noted
    case .dead: .checked(.gone)
    case .moved: .checked(.moved)
    }
  }
}
