import Foundation
import GRDB
import Links

/// When removals came here that another device made. Its clock may be wrong, so the days that a link
/// stays in the trash count from then, if that's later.
enum TrashArrival {
  /// Notes that a link was moved to the trash by another device.
  static func note(_ id: SavedLink.ID, at date: Date, in db: Database) throws {
    try db.cachedStatement(
      // The day of the last start is a minimum, as for removals here.
      sql: """
        INSERT OR REPLACE INTO trashArrival (linkID, arrivedAt)
        VALUES (?, max(?, ifnull((SELECT max(day) * 86400.0 FROM startDay), 0)))
        """
    ).execute(arguments: [id, date.timeIntervalSince1970])
  }

  /// Corrects what a clock noted that was ahead, and forgets links that aren't in the trash.
  /// - Parameter end: the end of today, in seconds since 1970.
  static func correct(before end: Double, in db: Database) throws {
    try db.execute(
      sql: """
        UPDATE trashArrival SET arrivedAt = ?1 - 86400 WHERE arrivedAt >= ?1;
        """, arguments: [end])
    try db.execute(
      sql: """
        DELETE FROM trashArrival
        WHERE NOT EXISTS (SELECT 1 FROM link WHERE id = linkID AND trashedAt IS NOT NULL)
        """)
  }
}
