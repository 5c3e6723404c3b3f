public import Bookmarks
import Foundation
public import LinkPreview

extension Bookmark {
  /// What was fetched of the page, as harmless as if it had been fetched now; nil where a file has none.
  public var linkMetadata: LinkMetadata? {
    metadata.flatMap { try? JSONDecoder().decode(LinkMetadata.self, from: $0) }?
      .sanitized(for: address)
  }
}

extension SavedLink {
  /// The link as files of bookmarks have it.
  public var bookmark: Bookmark {
    Bookmark(
      address: address, title: metadata.title, summary: metadata.summary,
      note: note.isEmpty ? nil : note, tags: tags, savedAt: savedAt, openedAt: openedAt,
      metadata: isFetched ? metadata.json : nil)
  }
}

extension LinkMetadata {
  /// The same metadata gives the same bytes, which is kind to version control.
  fileprivate var json: Data? {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return try? encoder.encode(self)
  }
}
