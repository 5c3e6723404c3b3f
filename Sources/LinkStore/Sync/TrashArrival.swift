import Foundation
import GRDB
import Links

/// The times at which removals by other devices arrived here. Another device's clock may be wrong,
/// so a link's days in the trash count from its removal or from the arrival, whichever is later.
enum TrashArrival {
  /// Records that another device moved a link to the trash.
  static func note(_ id: SavedLink.ID, at date: Date, in db: Database) throws {
    try db.cachedStatement(
      // The day of the last start is a minimum, as for removals on this device.
      sql: """
        INSERT OR REPLACE INTO trashArrival (linkID, arrivedAt)
        VALUES (?, max(?, ifnull((SELECT max(day) * 86400.0 FROM startDay), 0)))
        """
    ).execute(arguments: [id, date.timeIntervalSince1970])
  }

  /// Corrects arrivals from when the clock was ahead, and deletes those of links that aren't in the
  /// trash.
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
