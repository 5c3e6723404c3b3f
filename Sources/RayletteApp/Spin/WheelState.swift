import Markup
public import LinkStore

/// A wheel, which of its links came up before, and the chance that picks the next.
public struct WheelState: Equatable, Sendable {
  public let wheel: Wheel
  /// Addresses of this wheel that came up, in this session or an earlier one.
  public private(set) var seen: Set<String>
  /// Whether what comes up is remembered beyond this session.
  let isRemembered: Bool
  private var generator: SplitMix64

  public init(wheel: Wheel, seen: Set<String> = [], seed: UInt64, isRemembered: Bool = true) {
    self.isRemembered = isRemembered
    self.wheel = wheel
    self.seen = seen.isEmpty ? [] : seen.intersection(wheel.links.map(\.address))
    generator = SplitMix64(seed: seed)
  }

  /// A wheel of saved links, with this one's chance.
  func replaced(by wheel: Wheel) -> WheelState {
    var generator = generator
    return WheelState(wheel: wheel, seed: generator.next(), isRemembered: false)
  }

  public var unseenCount: Int { wheel.links.count - seen.count }

  /// Picks a link that has not come up yet, any as likely as the other; when all have, the wheel
  /// starts over. Never `current` again, unless it is the only one.
  mutating func pick(after current: Wheel.Link?) -> (link: Wheel.Link, startedOver: Bool)? {
    let startsOver = unseenCount == 0
    if startsOver { seen = [] }
    let others = wheel.links.filter { $0 != current }
    let unseen = others.filter { !seen.contains($0.address) }
    // The last one unseen is the current one when the wheel has just started over.
    let candidates = [unseen, others, wheel.links].first { !$0.isEmpty } ?? []
    return candidates.randomElement(using: &generator).map { ($0, startsOver) }
  }

  /// The link came up for good: it was not called off.
  mutating func markSeen(_ link: Wheel.Link) { seen.insert(link.address) }
}
