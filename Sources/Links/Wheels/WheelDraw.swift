package import Foundation
package import LinkPreview

/// The rules for picking the next link of a wheel.
public struct WheelDraw: Hashable, Sendable {
  /// The wheel to pick a link of.
  public var wheel: WheelID
  /// The restriction of the wheel to some of its links.
  public var narrowing: WheelNarrowing
  /// Addresses that shouldn't come up; the last is the one on screen. If there are no other links,
  /// one of these comes up anyway.
  public var excluded: [String]
  /// A random number that decides which link is picked.
  public var random: UInt64
  /// Whether the choice depends only on the wheel's links and ``random``, and not on the links that
  /// were seen.
  public var isSeeded: Bool

  /// Creates a draw. The same random number picks the same link of an unchanged wheel.
  public init(
    wheel: WheelID, narrowing: WheelNarrowing = WheelNarrowing(), excluded: [String] = [],
    random: UInt64, isSeeded: Bool = false
  ) {
    self.wheel = wheel
    self.narrowing = narrowing
    self.excluded = excluded
    self.random = random
    self.isSeeded = isSeeded
  }
}

/// A link that was picked from a wheel.
public struct DrawnLink: Hashable, Sendable {
  /// The link that came up.
  public var link: Wheel.Link
  /// Whether the link hadn't come up yet.
  public var isUnseen: Bool
  /// Whether all links have come up, so that the wheel has to start over.
  public var startsOver: Bool
  /// The wheel's round in which the link was picked. See
  /// ``WheelStore/startOver(_:after:narrowedTo:)``.
  public var round: Int

  /// Creates a link that was picked.
  public init(link: Wheel.Link, isUnseen: Bool = true, startsOver: Bool = false, round: Int = 0) {
    self.link = link
    self.isUnseen = isUnseen
    self.startsOver = startsOver
    self.round = round
  }
}

/// A link that was picked, with everything about it that's stored.
package struct SpinDraw: Equatable, Sendable {
  package var drawn: DrawnLink
  /// The page from the cache, or nil if it has to be fetched.
  package var page: Result<CachedMetadata, LinkMetadataError>?
  /// When it failed, if that was remembered from an earlier fetch.
  package var failedAt: Date?
  /// The saved link of the page, or nil if it isn't saved.
  package var saved: SavedLink?

  package init(
    _ drawn: DrawnLink, page: Result<CachedMetadata, LinkMetadataError>? = nil,
    failedAt: Date? = nil, saved: SavedLink? = nil
  ) {
    self.drawn = drawn
    self.page = page
    self.failedAt = failedAt
    self.saved = saved
  }
}
