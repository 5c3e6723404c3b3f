public import Foundation
public import LinkPreview

/// Metadata, with the time when it was fetched.
public struct CachedMetadata: Hashable, Sendable {
  /// The page's metadata.
  public var metadata: LinkMetadata
  /// When the page was fetched, or last confirmed as unchanged.
  public var fetchedAt: Date
  /// Validators for asking the server whether the page has changed; nil if it sent none.
  public var validators: PageValidators?

  /// How long metadata is shown without another fetch, in seconds: 7 days.
  public static let freshness: TimeInterval = 7 * 86_400

  /// Creates an entry from a fetch.
  public init(metadata: LinkMetadata, fetchedAt: Date, validators: PageValidators? = nil) {
    self.metadata = metadata
    self.fetchedAt = fetchedAt
    self.validators = validators
  }

  /// Whether no other fetch is due yet. Always false for an entry from the future, because a clock
  /// was wrong then or is wrong now.
  ///
  ///     CachedMetadata(metadata: metadata, fetchedAt: now - 6 * 86_400).isFresh(at: now)  // true
  public func isFresh(at date: Date) -> Bool {
    (0..<Self.freshness).contains(date.timeIntervalSince(fetchedAt))
  }
}
