public import Foundation
import GRDB
public import LinkPreview

extension MetadataCache {
  /// Metadata and the moment it was fetched.
  public struct Entry: Hashable, Sendable {
    /// What the page told.
    public var metadata: LinkMetadata
    /// When it told it, or last said that it still stands.
    public var fetchedAt: Date
    /// What to ask the page with whether it still stands; nil when it gave nothing for that.
    public var validators: PageValidators?

    /// Seconds for which metadata is shown without another fetch: 7 days.
    public static let freshness: TimeInterval = 7 * 86_400

    /// An entry as a fetch makes it.
    public init(metadata: LinkMetadata, fetchedAt: Date, validators: PageValidators? = nil) {
      self.metadata = metadata
      self.fetchedAt = fetchedAt
      self.validators = validators
    }

    /// Whether no fetch is due yet. Never of an entry from the future: a clock was wrong then or is
    /// now.
    ///
    ///     Entry(metadata: metadata, fetchedAt: now - 6 * 86_400).isFresh(at: now)  // true
    public func isFresh(at date: Date) -> Bool {
      (0..<Self.freshness).contains(date.timeIntervalSince(fetchedAt))
    }
  }
}

extension MetadataCache.Entry {
  /// Nil when the metadata can't be read, as of a damaged row: it is fetched again then.
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
