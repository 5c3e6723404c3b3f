import Localization

/// The wheel in use without its links, its narrowing, and the random generator that picks the next
/// link.
package struct WheelState: Equatable, Sendable {
  package private(set) var summary: WheelSummary
  package var emptyText: String { localized("\(name) has no links.") }
  /// The topics, languages and hosts that the wheel is narrowed to.
  package private(set) var narrowing = WheelNarrowing()
  /// The counts of links that match the narrowing; nil without a narrowing.
  private var narrowed: Counts?
  /// The addresses that have come up, if a seed was given, so that it always gives the same links.
  package private(set) var seeded: [String]?
  private var generator: SplitMix64

  /// The number of links that can come up, and of those that haven't come up yet.
  package struct Counts: Equatable, Sendable {
    /// The number of links that can come up.
    package var all: Int
    /// The number of those that haven't come up yet.
    package var unseen: Int

    package init(all: Int, unseen: Int) {
      self.all = all
      self.unseen = unseen
    }
  }

  /// - Parameter isSeeded: whether to ignore the links that came up in earlier sessions.
  package init(_ summary: WheelSummary, seed: UInt64, isSeeded: Bool = false) {
    self.summary = summary
    seeded = isSeeded ? [] : nil
    generator = SplitMix64(seed: seed)
  }

  /// Narrows the wheel to some of its links. Without counts, removes the narrowing.
  package mutating func narrow(to narrowing: WheelNarrowing, counts: Counts?) {
    self.narrowing = narrowing
    narrowed = counts
  }

  /// Returns the state for another wheel, with this one's random generator.
  package func replaced(by summary: WheelSummary) -> WheelState {
    var generator = generator
    return WheelState(summary, seed: generator.next(), isSeeded: seeded != nil)
  }

  package var id: WheelID { summary.id }
  package var name: String { summary.name }

  /// The number of links that can come up.
  package var count: Int { narrowed?.all ?? summary.count }

  /// The number of links that haven't come up since the wheel started over.
  package var unseenCount: Int {
    guard let seeded else { return narrowed?.unseen ?? summary.unseenCount }
    return max(0, count - seeded.count)
  }

  /// Returns the rules for picking the next link.
  /// - Parameter addresses: the links that were picked already. The last one is on screen.
  package mutating func draw(excluding addresses: [String]) -> WheelDraw {
    WheelDraw(
      wheel: id, narrowing: narrowing, excluded: (seeded ?? []) + addresses,
      random: generator.next(), isSeeded: seeded != nil)
  }

  /// Counts a link as seen, once its card is on screen.
  /// - Returns: whether the wheel starts over with the link.
  @discardableResult
  package mutating func markSeen(_ drawn: DrawnLink) -> Bool {
    // The store may have picked the link before it knew that the wheel has started over.
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

  /// Shows the wheel's present state in the store.
  package mutating func refresh(_ summary: WheelSummary) {
    guard summary.id == id else { return }
    let name = summary.name.isEmpty || !id.isKept ? self.summary.name : summary.name
    self.summary = summary
    self.summary.name = name
  }
}
