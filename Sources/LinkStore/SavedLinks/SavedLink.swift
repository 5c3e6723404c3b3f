public import Foundation
public import LinkPreview

/// A link that was kept, with metadata of its own, so that emptying the cache loses nothing.
public struct SavedLink: Hashable, Sendable, Identifiable {
  public var id: Int64
  /// What is known of the page; the address alone when it was saved before it could be fetched.
  public var metadata: LinkMetadata
  public var savedAt: Date

  /// A link as the store gives it out; `id` is the store's.
  public init(id: Int64, metadata: LinkMetadata, savedAt: Date) {
    self.id = id
    self.metadata = metadata
    self.savedAt = savedAt
  }

  /// The address as it was saved.
  public var url: URL { metadata.originalURL }
}
