import Markup
public import LinkStore

/// A wheel, the links that have come up, and the random generator that picks the next one.
public struct WheelState: Equatable, Sendable {
  public let wheel: Wheel
  /// The addresses that have come up, in this session or an earlier one.
  public private(set) var seen: Set<String>
  /// Whether the links that come up are remembered beyond this session.
  let isRemembered: Bool
  private var generator: SplitMix64

  public init(wheel: Wheel, seen: Set<String> = [], seed: UInt64, isRemembered: Bool = true) {
    self.isRemembered = isRemembered
    self.wheel = wheel
    self.seen = seen.isEmpty ? [] : seen.intersection(wheel.links.map(\.address))
    generator = SplitMix64(seed: seed)
  }

  /// Returns the state for a wheel of saved links, seeded from this one's random generator.
  func replaced(by wheel: Wheel) -> WheelState {
    var generator = generator
    return WheelState(wheel: wheel, seed: generator.next(), isRemembered: false)
  }

  public var unseenCount: Int { wheel.links.count - seen.count }

  /// Picks a link that hasn't come up yet, each with equal probability. Starts over when all have
  /// come up. Never picks `current` again, unless it's the only link.
  mutating func pick(after current: Wheel.Link?) -> (link: Wheel.Link, startedOver: Bool)? {
    let startsOver = unseenCount == 0
    if startsOver { seen = [] }
    let others = wheel.links.filter { $0 != current }
    let unseen = others.filter { !seen.contains($0.address) }
    // Right after starting over, the last unseen link is the current one.
    let candidates = [unseen, others, wheel.links].first { !$0.isEmpty } ?? []
    return candidates.randomElement(using: &generator).map { ($0, startsOver) }
  }

  /// Marks a link as seen, once its spin wasn't cancelled.
  mutating func markSeen(_ link: Wheel.Link) { seen.insert(link.address) }
}
