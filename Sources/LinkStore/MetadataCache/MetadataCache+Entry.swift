public import Foundation
import GRDB
public import LinkPreview

extension MetadataCache {
  /// Metadata and when it was fetched.
  public struct Entry: Hashable, Sendable {
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

    /// Returns whether no fetch is due yet. Always false for an entry from the future, because a
    /// clock was wrong then or is now.
    ///
    ///     Entry(metadata: metadata, fetchedAt: now - 6 * 86_400).isFresh(at: now)  // true
    public func isFresh(at date: Date) -> Bool {
      (0..<Self.freshness).contains(date.timeIntervalSince(fetchedAt))
    }
  }
}

extension MetadataCache.Entry {
  /// Returns nil if the metadata can't be decoded, for example in a damaged row. The page is then
  /// fetched again.
  init?(_ row: Row, askedFor url: URL) throws {
    let decoder = JSONDecoder()
    let stored = try row.decode(Data.self, forColumn: "metadata")
    guard var metadata = try? decoder.decode(LinkMetadata.self, from: stored) else { return nil }
    metadata.originalURL = url
    let validators = try row.decode(Data?.self, forColumn: "validators")
    self.init(
      metadata: metadata,
      fetchedAt: Date(timeIntervalSince1970: try row.decode(forColumn: "fetchedAt")),
      validators: validators.flatMap { try? decoder.decode(PageValidators.self, from: $0) })
  }
}
