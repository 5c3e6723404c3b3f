public import Foundation
import GRDB
import Markup
public import Links

/// The pictures of kept articles, and the size of everything that's kept.
extension SavedLinkStore {
  /// The most bytes of a picture.
  static let pictureLimit = 5_000_000
  /// The most bytes of a link's pictures.
  static let picturesLimit = 10_000_000

  /// Keeps a picture of a link's article, in place of an earlier one with the same address. Does
  /// nothing if the picture has more than 5 MB, or all pictures of the link more than 10 MB.
  public func keepPicture(
    _ data: Data, url: URL, of id: SavedLink.ID
  ) async throws(StoreError) {
    guard data.count <= Self.pictureLimit, url.isWebAddress else { return }
    let address = url.absoluteString
    try await file.write(refersToRows: true) { db in
      guard try Self.exists(id, in: db) else { return }
      let others = try Int.fetchOne(
        db, sql: "SELECT sum(size) FROM keptPicture WHERE linkID = ? AND url <> ?",
        arguments: [id, address])
      guard (others ?? 0) + data.count <= Self.picturesLimit else { return }
      try db.execute(
        sql: "DELETE FROM keptPicture WHERE linkID = ? AND url = ?", arguments: [id, address])
      try db.execute(
        sql: "INSERT INTO keptPicture (linkID, url, size, data) VALUES (?, ?, ?, ?)",
        arguments: [id, address, data.count, data])
    }
  }

  /// Returns a kept picture, whichever link it belongs to.
  public func keptPicture(url: URL) async throws(StoreError) -> Data? {
    try await file.read { db in
      try Data.fetchOne(
        db, sql: "SELECT data FROM keptPicture WHERE url = ?", arguments: [url.absoluteString])
    } ?? nil
  }

  /// Returns the size of all kept texts and pictures. Reads the index, so it takes longer the more
  /// is kept.
  public func keptSize() async throws(StoreError) -> KeptSize {
    let size = try await file.read { db in
      let row = try Row.fetchOne(
        db,
        sql: """
          SELECT (SELECT count(*) FROM article),
            (SELECT total(textSize) FROM article), (SELECT total(storedSize) FROM article),
            (SELECT total(length(block)) FROM articleText_data)
              + (SELECT total(length(block)) FROM articlePrefix_data),
            (SELECT count(*) FROM keptPicture INDEXED BY keptPictureByLink),
            (SELECT total(size) FROM keptPicture INDEXED BY keptPictureByLink)
          """)
      func number(_ index: Int) -> Int { row.flatMap { Int(exactly: $0[index] as Double) } ?? 0 }
      return KeptSize(
        articles: number(0), textBytes: number(1), storedBytes: number(2), indexBytes: number(3),
        pictures: number(4), pictureBytes: number(5))
    }
    return size ?? KeptSize()
  }
}
