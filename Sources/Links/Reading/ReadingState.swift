public import Foundation

/// How far a page has been read.
///
/// A page is being read if ``ReadingPlace/progress`` is above 0, and it's read once ``readAt`` says
/// when. Otherwise it's unread.
public struct ReadingState: Hashable, Sendable, Codable {
  /// Where reading goes on; nil for the beginning.
  public var place: ReadingPlace?
  /// When the page was marked as read, or nil if it isn't.
  public var readAt: Date?

  public init(place: ReadingPlace? = nil, readAt: Date? = nil) {
    self.place = place
    self.readAt = readAt
  }
}

/// A place in an article.
public struct ReadingPlace: Hashable, Sendable, Codable {
  /// The index of a block of the article.
  public var block: Int
  /// How many characters of the block come before the place.
  public var offset: Int
  /// How much of the article comes before the place, from 0 to 1.
  public var progress: Double

  public init(block: Int, offset: Int, progress: Double) {
    self.block = block
    self.offset = offset
    self.progress = progress
  }

  /// How much comes before the place: `42 %`.
  package var percent: String { "\(Int((progress * 100).rounded())) %" }

  /// The same place with numbers that can be stored: none is negative, and progress is from 0 to 1.
  package var clamped: ReadingPlace {
    ReadingPlace(
      block: max(0, block), offset: max(0, offset),
      progress: progress.isNaN ? 0 : min(max(0, progress), 1))
  }
}
