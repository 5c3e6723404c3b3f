/// What a device remembers beside saved links, such as that a link of a wheel was seen. Of all marks
/// with the same subject, the latest counts.
package struct SyncMark: Hashable, Sendable {
  package enum Subject: Hashable, Sendable {
    /// A link of a wheel came up, by its address.
    case seen(String)
    /// A link shall never come up again.
    case neverLink(String)
    /// The links of a host shall never come up again.
    case neverHost(String)
    /// A card was shown, at a moment in milliseconds since 1970.
    case visit(String, Int64)
    /// The history was cleared: visits with an earlier time are forgotten.
    case historyStart
    /// A wheel, by its name.
    case wheel(String)
  }

  package var subject: Subject
  package var time: SyncTime
  /// Whether it holds, rather than being taken back.
  package var isSet: Bool
  /// The title of a page.
  package var title: String?
  /// The name of the wheel that a card came from.
  package var wheel: String?
  /// The addresses that the links of a wheel come from.
  package var sources: [String]

  package init(
    _ subject: Subject, at time: SyncTime, isSet: Bool = true, title: String? = nil,
    wheel: String? = nil, sources: [String] = []
  ) {
    self.subject = subject
    self.time = time
    self.isSet = isSet
    self.title = title
    self.wheel = wheel
    self.sources = sources
  }

  /// Whether it counts instead of another one with the same subject. Of two with the same time, as
  /// two devices of the same name may have, the greater counts, so that all devices agree.
  package func replaces(_ other: SyncMark) -> Bool {
    if time != other.time { return time > other.time }
    if isSet != other.isSet { return isSet }
    return (title ?? "", wheel ?? "", sources.joined(separator: "\n"))
      > (other.title ?? "", other.wheel ?? "", other.sources.joined(separator: "\n"))
  }

  /// Whether it says the same, whenever that was.
  package func isEquivalent(to other: SyncMark) -> Bool {
    var other = other
    other.time = time
    return self == other
  }
}
