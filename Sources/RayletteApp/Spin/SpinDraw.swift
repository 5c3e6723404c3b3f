public import Links
public import Foundation
public import LinkPreview

/// A link that was picked, with everything about it that's stored.
public struct SpinDraw: Equatable, Sendable {
  public var drawn: DrawnLink
  /// The page from the cache, or nil if it has to be fetched.
  public var page: Result<CachedMetadata, LinkMetadataError>?
  /// When it failed, if that was remembered from an earlier fetch.
  public var failedAt: Date?
  /// The saved link of the page, or nil if it isn't saved.
  public var saved: SavedLink?

  public init(
    _ drawn: DrawnLink, page: Result<CachedMetadata, LinkMetadataError>? = nil,
    failedAt: Date? = nil, saved: SavedLink? = nil
  ) {
    self.drawn = drawn
    self.page = page
    self.failedAt = failedAt
    self.saved = saved
  }
}
