public import Foundation
import GRDB
import Markup
public import Links

/// The queue of links whose texts are still to be kept.
extension SavedLinkStore {
  /// Records that the text of a link's page couldn't be kept, so that ``linksToKeep(_:limit:now:)``
  /// skips the link for a day, or for 30 days if the failure is permanent: the page is gone or has
  /// no article.
  /// - Parameters:
  ///   - reason: a message for the user.
  ///   - date: the current time.
  public func recordFailure(
    ofKeeping id: SavedLink.ID, _ reason: String, isPermanent: Bool, date: Date
  ) async throws(StoreError) {
    let reason = PlainText.folded(reason) ?? ""
    try await file.write(refersToRows: true) { db in
      guard try Self.exists(id, in: db) else { return }
      try db.execute(
        sql: "INSERT OR REPLACE INTO articleFailure VALUES (?, ?, ?, ?)",
        arguments: [id, reason, isPermanent, date.timeIntervalSince1970])
    }
  }

  /// Returns the links without kept texts that haven't failed lately, newest first. Links in the
  /// trash are skipped.
  /// - Parameters:
  ///   - query: the links to choose from; nil for all. Its order is ignored.
  ///   - limit: the most links to return.
  ///   - now: the current time.
  public func linksToKeep(
    _ query: SavedQuery?, limit: Int, now: Date
  ) async throws(StoreError) -> [SavedLink] {
    try await links(idsToKeep(query, now: now).prefix(max(0, limit)))
  }

  /// Returns the number of links that ``linksToKeep(_:limit:now:)`` would return without a limit.
  public func countToKeep(_ query: SavedQuery?, now: Date) async throws(StoreError) -> Int {
    try await idsToKeep(query, now: now).count
  }

  private func idsToKeep(_ query: SavedQuery?, now: Date) async throws(StoreError)
    -> [SavedLink.ID]
  {
    var query = query ?? SavedQuery()
    query.sort = .newest
    query.isTrash = false
    query.isFuzzy = false
    let ids = try await list(query, now: now).ids
    let done = try await file.read { db in
      let time = now.timeIntervalSince1970
      // Ignores a failure in the future, because a wrong clock dated it.
      return try SavedLink.ID.fetchSet(
        db,
        sql: """
          SELECT linkID FROM article JOIN link ON link.id = linkID AND link.url = address
          UNION ALL SELECT linkID FROM articleFailure
            WHERE failedAt > iif(isPermanent, ?, ?) AND failedAt <= ?
          """,
        arguments: [time - Self.permanentFailureAge, time - Self.failureAge, time])
    }
    return ids.filter { done?.contains($0) == false }
  }

  private static let permanentFailureAge: TimeInterval = 30 * 86_400
  private static let failureAge: TimeInterval = 86_400
}
