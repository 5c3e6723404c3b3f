import Markup
import Foundation
import GRDB
public import LinkPreview

extension SavedLinkStore {
  /// Adds what a page tells to a link that was saved without asking it.
  ///
  /// Nobody asked for the page, so a title and a summary that came with the link stay, and nothing is
  /// there to be taken back. A title that is only the address gives way to the page's own.
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
