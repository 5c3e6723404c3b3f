package import Foundation
import GRDB
package import LinkSync
package import Links

extension SyncStore {
  /// Rebuilds the links from all operations, in one transaction. Links that aren't exchanged stay.
  /// Changes nothing if a link or a field would be lost.
  ///
  /// The links get new ids, so earlier changes can no longer be undone.
  /// - Parameters:
  ///   - operations: the operations of all logs, our own included, with nothing queued.
  ///   - date: the current time.
  /// - Returns: the number of links outside the trash.
  package func rebuild(
    from operations: [SyncOperation], at date: Date
  ) async throws(StoreError) -> Int {
    try await file.write { [path = file.path] db in
      let limit = try SyncClock.fetch(in: db)?.limit(at: date) ?? .max
      try RebuildCheck.start(in: db)
      try ArticleIndex.withLinksMadeAnew(in: db) {
        try db.execute(
          sql: """
            DELETE FROM link WHERE id IN (SELECT linkID FROM syncLink);
            DELETE FROM syncLink; DELETE FROM change;
            """)
        _ = try SyncMerge.apply(
          operations.filter { $0.time.isPlausible(by: limit) }, from: nil, at: date, in: db)
      }
      if let missing = try RebuildCheck.finish(in: db) {
        throw StoreError.failed(
          path: path, reason: "the logs lack \(missing), so nothing was changed")
      }
      return try SavedLinkStore.count(db)
    }
  }
}
