import Markup
import Foundation
import GRDB
public import LinkPreview

extension SavedLinkStore {
  /// Adds a page's metadata to a link that was saved without fetching it.
  ///
  /// The user didn't request this, so a title and a summary that came with the link stay, and it
  /// can't be undone. A title that's only the address is replaced by the page's own.
  public func fillIn(
    _ metadata: LinkMetadata, of id: SavedLink.ID
  ) async throws(StoreError) {
    try await file.write(refersToRows: true) { db in
      guard let known = try Self.links([id], in: db).first, !known.isFetched else { return }
      var page = metadata
      page.originalAddress = known.address
      let isNamed = known.metadata.title.map { !known.url.isSpelled(by: $0) } ?? false
      try Self.update(page, of: id, in: db)
      try db.execute(
        sql: "UPDATE link SET title = ?, summary = ? WHERE id = ?",
        arguments: [
          isNamed ? known.metadata.title : page.title, known.metadata.summary ?? page.summary, id,
        ])
    }
  }
}
