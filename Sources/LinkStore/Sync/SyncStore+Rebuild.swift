package import Foundation
import GRDB
package import LinkSync
package import Links

extension SyncStore {
  /// Makes the links anew from all operations, in one transaction. Links that aren't exchanged stay.
  /// Changes nothing if anything of the links would be missing afterwards.
  ///
  /// They get new ids, so that changes of before can't be undone any more.
  /// - Parameters:
  ///   - operations: those of all logs, our own included, with nothing waiting.
  ///   - date: the current time.
  /// - Returns: how many links there are, without those in the trash.
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
