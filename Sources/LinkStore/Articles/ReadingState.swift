public import Foundation
import GRDB

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

  /// The same place with numbers that can be stored: none is negative, and progress is from 0 to 1.
  var clamped: ReadingPlace {
    ReadingPlace(
      block: max(0, block), offset: max(0, offset),
      progress: progress.isNaN ? 0 : min(max(0, progress), 1))
  }
}

extension ReadingState {
  /// The columns of ``init(row:)``.
  static let columns = "reading.progress, reading.block, reading.blockOffset, reading.readAt"

  /// Returns nil if nothing is known.
  init?(row: Row) throws {
    let progress = try row.decode(Double?.self, forColumn: "progress")
    let readAt = try row.decode(Double?.self, forColumn: "readAt")
    // Most links have none.
    if progress == nil, readAt == nil { return nil }
    let block = try row.decode(Int?.self, forColumn: "block")
    let offset = try row.decode(Int?.self, forColumn: "blockOffset")
    place = progress.map {
      ReadingPlace(block: block ?? 0, offset: offset ?? 0, progress: $0).clamped
    }
    self.readAt = readAt.map(Date.init(timeIntervalSince1970:))
  }
}
