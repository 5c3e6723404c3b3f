public import Foundation
import Localization

/// The reading state of a page.
///
/// A page with ``readAt`` is read. Otherwise, a page with ``ReadingPlace/progress`` above 0 is
/// being read, and any other page is unread.
public struct ReadingState: Hashable, Sendable, Codable {
  /// The position where reading continues; nil for the beginning.
  public var place: ReadingPlace?
  /// When the page was marked as read; nil for an unread page.
  public var readAt: Date?

  /// Creates a state. By default, the page is unread.
  public init(place: ReadingPlace? = nil, readAt: Date? = nil) {
    self.place = place
    self.readAt = readAt
  }
}

/// A position in an article.
public struct ReadingPlace: Hashable, Sendable, Codable {
  /// The index of a block of the article.
  public var block: Int
  /// The number of characters of the block before the position.
  public var offset: Int
  /// The part of the article before the position, from 0 to 1.
  public var progress: Double

  /// Creates a position. See ``block``, ``offset`` and ``progress`` for their units.
  public init(block: Int, offset: Int, progress: Double) {
    self.block = block
    self.offset = offset
    self.progress = progress
  }

  /// How much comes before the place: `42 %`.
  package var percent: String { localized("\(Int((progress * 100).rounded())) %") }

  /// The position with valid numbers: none is negative, and progress is from 0 to 1.
  package var clamped: ReadingPlace {
    ReadingPlace(
      block: max(0, block), offset: max(0, offset),
      progress: progress.isNaN ? 0 : min(max(0, progress), 1))
  }
}
