public import Bookmarks
import Foundation
public import LinkPreview
public import Links

extension Bookmark {
  /// The page's metadata, sanitised as if it had just been fetched; nil if the file has none.
  public var linkMetadata: LinkMetadata? {
    metadata.flatMap { try? JSONDecoder().decode(LinkMetadata.self, from: $0) }?
      .sanitized(for: address)
  }
}

extension SavedLink {
  /// The link as a bookmark, for export.
  public var bookmark: Bookmark {
    Bookmark(
      address: address, title: metadata.title, summary: metadata.summary,
      note: note.isEmpty ? nil : note, tags: tags, savedAt: savedAt, openedAt: openedAt,
      metadata: isFetched ? metadata.json : nil)
  }
}

extension LinkMetadata {
  /// Encodes the metadata as JSON. The same metadata always gives the same bytes, so that exported
  /// files work well with version control.
  fileprivate var json: Data? { try? StoredJSON.data(of: self) }
}
