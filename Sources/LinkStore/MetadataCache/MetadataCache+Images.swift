public import Foundation
import GRDB
import TaskLimits

/// Image files. Errors are ignored, because images can be fetched again.
extension MetadataCache {
  /// Returns the image file of an address, and counts that as a use, to the hour. Nil without one.
  public func image(for url: URL, at date: Date = Date()) async -> Data? {
    guard !hasFailed.withLock({ $0 }) else { return nil }
    let found = try? await file?.read { db -> (Data, lastUsedAt: Double)? in
      let row = try Row.fetchOne(
        db, sql: "SELECT data, lastUsedAt FROM image WHERE url = ?", arguments: [url.absoluteString]
      )
      return try row.map {
        (try $0.decode(forColumn: "data"), try $0.decode(forColumn: "lastUsedAt"))
      }
    }
    guard case (let data, let lastUsedAt)?? = found else { return nil }
    await markUsed(url, in: "image", after: lastUsedAt, at: date)
    return data
  }

  /// Saves an image file. If all images then exceed a third of the size limit, deletes the least
  /// recently used ones. One that's larger isn't saved.
  public func store(image data: Data, for url: URL, at date: Date = Date()) async {
    guard let file, file.writeError == nil, !hasFailed.withLock({ $0 }),
      data.count <= sizeLimit / 3
    else { return }
    try? await file.write { [sizeLimit] db in
      try db.execute(
        sql: "INSERT OR REPLACE INTO image (url, lastUsedAt, size, data) VALUES (?, ?, ?, ?)",
        arguments: [url.absoluteString, date.timeIntervalSince1970, data.count, data])
      try db.execute(
        sql: "DELETE FROM image WHERE \(Self.unused(in: "image"))", arguments: [sizeLimit / 3])
      try Self.prune(to: sizeLimit, in: db)
    }
  }
}
