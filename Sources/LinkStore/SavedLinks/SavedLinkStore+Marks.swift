public import Foundation
import GRDB
public import LinkPreview
import Markup
public import Links

/// Records facts about links. These changes can't be undone, because the user didn't request them.
extension SavedLinkStore {
  /// Records that a link was opened.
  public func markOpened(_ id: SavedLink.ID, at date: Date) async throws(StoreError) {
    try await file.write(refersToRows: true) { db in
      try db.execute(
        sql: "UPDATE link SET openedAt = ? WHERE id = ?",
        arguments: [date.timeIntervalSince1970, id])
    }
  }

  /// Records the results of a check for dead links.
  public func mark(_ checks: [SavedLink.ID: LinkCheck]) async throws(StoreError) {
    try await file.write(refersToRows: true) { db in
      for (id, check) in checks {
        try db.execute(
          sql: "UPDATE link SET checked = ? WHERE id = ?",
          arguments: [try JSONEncoder().encode(check), id])
      }
    }
  }

  /// Adds a page's metadata to a link that was saved without fetching the page.
  ///
  /// Can't be undone, because the user didn't request it. A title and a summary that came with the
  /// link stay, but a title that's only the address is replaced.
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
