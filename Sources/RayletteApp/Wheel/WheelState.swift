public import Links

/// The wheel in use without its links, what it's narrowed to, and the random generator that picks
/// the next link.
public struct WheelState: Equatable, Sendable {
  public private(set) var summary: WheelSummary
  /// The topics, languages and hosts that the wheel is narrowed to.
  public private(set) var narrowing = WheelNarrowing()
  /// The links that match the narrowing, or nil if there's none.
  private var narrowed: Counts?
  /// The addresses that have come up, if the same seed has to give the same links again.
  private(set) var seeded: [String]?
  private var generator: SplitMix64

  /// The number of links that can come up, and of those that haven't yet.
  public struct Counts: Equatable, Sendable {
    public var all: Int
    public var unseen: Int

    public init(all: Int, unseen: Int) {
      self.all = all
      self.unseen = unseen
    }
  }

  /// - Parameter isSeeded: Whether what came up in earlier sessions doesn't matter.
  public init(_ summary: WheelSummary, seed: UInt64, isSeeded: Bool = false) {
    self.summary = summary
    seeded = isSeeded ? [] : nil
    generator = SplitMix64(seed: seed)
  }

  /// Narrows the wheel to some of its links, or to all if there are no counts.
  public mutating func narrow(to narrowing: WheelNarrowing, counts: Counts?) {
    self.narrowing = narrowing
    narrowed = counts
  }

  /// Returns the state for another wheel, with this one's random generator.
  func replaced(by summary: WheelSummary) -> WheelState {
    var generator = generator
    return WheelState(summary, seed: generator.next(), isSeeded: seeded != nil)
  }

  public var id: WheelID { summary.id }
  public var name: String { summary.name }

  /// The number of links that can come up.
  public var count: Int { narrowed?.all ?? summary.count }

  /// The number of links that haven't come up since the wheel started over.
  public var unseenCount: Int {
    guard let seeded else { return narrowed?.unseen ?? summary.unseenCount }
    return max(0, count - seeded.count)
  }

  /// Returns how to pick the next link.
  /// - Parameter addresses: The links that are picked already, the one on screen last.
  public mutating func draw(excluding addresses: [String]) -> WheelDraw {
    WheelDraw(
      wheel: id, narrowing: narrowing, excluded: (seeded ?? []) + addresses,
      random: generator.next(), isSeeded: seeded != nil)
  }

  /// Counts a link as seen, once its card is on screen.
  /// - Returns: Whether the wheel starts over with it.
  @discardableResult
  public mutating func markSeen(_ drawn: DrawnLink) -> Bool {
    // The store may have picked it before it knew that the wheel has started over.
    let startsOver = drawn.startsOver && (seeded != nil || drawn.round >= summary.round)
    if startsOver {
      if seeded != nil { seeded = [] }
      if narrowed == nil {
        summary.unseenCount = summary.count
      } else {
        let all = count
        narrowed?.unseen = all
      }
      summary.round += 1
    }
    seeded?.append(drawn.link.address)
    if drawn.isUnseen || drawn.startsOver {
      summary.unseenCount = max(0, summary.unseenCount - 1)
      let unseen = max(0, unseenCount - 1)
      narrowed?.unseen = unseen
    }
    return startsOver
  }

  /// Shows what the store says about the wheel now.
  mutating func refresh(_ summary: WheelSummary) {
    guard summary.id == id else { return }
    let name = summary.name.isEmpty || !id.isKept ? self.summary.name : summary.name
    self.summary = summary
    self.summary.name = name
  }
}
