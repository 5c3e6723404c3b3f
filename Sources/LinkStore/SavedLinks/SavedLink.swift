public import Markup
public import Foundation
public import LinkPreview

/// A link that was kept, with metadata of its own, so that emptying the cache loses nothing.
public struct SavedLink: Hashable, Sendable, Identifiable {
  public var id: Int64
  /// What is known of the page: what it told, or what came with the link when it was imported; the
  /// address alone when it was saved before it could be fetched.
  public var metadata: LinkMetadata
  /// What the page calls itself, where the link came with a title of its own, which
  /// ``metadata`` has.
  public var pageTitle: String?
  /// Whether the page itself was asked.
  public var isFetched: Bool
  public var savedAt: Date
  /// When it was last opened in the browser; nil for never.
  public var openedAt: Date?
  /// Without `#`, in the order in which they were given.
  public var tags: [String]
  /// The person's own words; empty for none. May have several lines.
  public var note: String
  /// What the last look for dead links found.
  public var check: LinkCheck?
  /// When it was removed; nil for a link that is kept.
  public var trashedAt: Date?

  /// A link as the store gives it out; `id` is the store's.
  public init(
    id: Int64, metadata: LinkMetadata, savedAt: Date, isFetched: Bool? = nil, openedAt: Date? = nil,
    tags: [String] = [], note: String = "", check: LinkCheck? = nil, trashedAt: Date? = nil
  ) {
    self.id = id
    self.metadata = metadata
    self.isFetched = isFetched ?? metadata.isFetched
    self.savedAt = savedAt
    self.openedAt = openedAt
    self.tags = tags
    self.note = note
    self.check = check
    self.trashedAt = trashedAt
  }

  /// The address as it was saved, as Foundation holds it.
  public var url: URL { metadata.originalURL }

  /// The address as it was saved, to be shown and kept.
  public var address: WebAddress { metadata.originalAddress }
}

/// Whether a link still leads somewhere, and when that was seen.
public struct LinkCheck: Hashable, Sendable, Codable {
  public var outcome: Outcome
  public var checkedAt: Date

  public init(outcome: Outcome, checkedAt: Date) {
    self.outcome = outcome
    self.checkedAt = checkedAt
  }

  public enum Outcome: Hashable, Sendable, Codable {
    case ok
    /// The site says for good that the page is elsewhere now.
    case moved(to: URL)
    /// The site says that there is no such page (404 or 410).
    case gone
    /// No answer, or one that tells nothing; a sentence for people.
    case unreachable(String)
  }
}
