/// A fact that devices exchange beside saved links, such as that a page was read or that a link of a
/// wheel was seen. Of all facts with the same subject, the latest counts.
package struct SyncFact: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    /// The link with this address came up on a wheel.
    case seen(String)
    /// The link with this address never comes up again.
    case neverLink(String)
    /// Links of this host never come up again.
    case neverHost(String)
    /// The card of the link with this address was shown at a moment, in milliseconds since 1970.
    case visit(String, Int64)
    /// The history was cleared: visits before the fact's time are forgotten.
    case historyStart
    /// The wheel with this name.
    case wheel(String)
    /// The page at this address was read.
    case read(String)
    /// The place up to which the page at this address was read.
    case place(String)
    /// The saved search with this name.
    case search(String)
    /// The setting with this key of the config file.
    case setting(String)

    package var kind: Kind {
      switch self {
      case .read, .place: .reading
      case .search, .setting: .settings
      case .seen, .neverLink, .neverHost, .visit, .historyStart, .wheel: .wheels
      }
    }
  }

  /// A kind of facts. Each is exchanged or not as a whole.
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case reading, wheels, settings
  }

  /// A place in an article. See `ReadingPlace`.
  ///
  /// Progress has four decimals, which all programs write and read the same.
  package struct Place: Hashable, Sendable {
    package var block: Int
    package var offset: Int
    package var progress: Double

    package init(block: Int, offset: Int, progress: Double) {
      (self.block, self.offset) = (block, offset)
      self.progress = (progress * 10_000).rounded() / 10_000
    }
  }

  /// The longest name of a wheel, a search or a setting, in characters.
  package static let nameLimit = 100

  package var subject: Subject
  package var time: SyncTime
  /// False if the fact takes back an earlier one with the same subject.
  package var isSet: Bool
  /// The title of a page.
  package var title: String?
  /// The name of the wheel that a card came from.
  package var wheel: String?
  /// The addresses that a wheel gets its links from.
  package var sources: [String]
  /// When the page was marked as read, in milliseconds since 1970.
  package var readAt: Int64?
  package var place: Place?
  /// The filter of a search, or the value of a setting.
  package var value: String?

  package init(
    _ subject: Subject, at time: SyncTime, isSet: Bool = true, title: String? = nil,
    wheel: String? = nil, sources: [String] = [], readAt: Int64? = nil, place: Place? = nil,
    value: String? = nil
  ) {
    self.subject = subject
    self.time = time
    self.isSet = isSet
    self.title = title
    self.wheel = wheel
    self.sources = sources
    self.readAt = readAt
    self.place = place
    self.value = value
  }

  /// Whether this fact counts instead of another one with the same subject. Two devices with the
  /// same name may use the same time; then the greater fact counts, so that all devices agree.
  package func replaces(_ other: SyncFact) -> Bool {
    if time != other.time { return time > other.time }
    if isSet != other.isSet { return isSet }
    let texts = (title ?? "", wheel ?? "", sources.joined(separator: "\n"))
    let others = (other.title ?? "", other.wheel ?? "", other.sources.joined(separator: "\n"))
    if texts != others { return texts > others }
    if value != other.value { return (value ?? "") > (other.value ?? "") }
    return (readAt ?? 0, place?.progress ?? 0, place?.block ?? 0, place?.offset ?? 0)
      > (
        other.readAt ?? 0, other.place?.progress ?? 0, other.place?.block ?? 0,
        other.place?.offset ?? 0
      )
  }

  /// Whether the facts differ at most in their times.
  package func isEquivalent(to other: SyncFact) -> Bool {
    var other = other
    other.time = time
    return self == other
  }
}
