public import Foundation
import GRDB
public import Links
public import Markup

/// Reading progress of pages, saved or not. Devices exchange that of saved pages as facts.
extension SavedLinkStore {
  /// Returns the reading progress of the page at an address, or nil if none is known.
  public func reading(of address: WebAddress) async throws(StoreError) -> ReadingState? {
    let key = LinkKey.key(of: address)
    return try await file.read { try Self.reading(key, in: $0) } ?? nil
  }

  /// Remembers where reading goes on. A place at the end doesn't mark the page as read.
  ///
  /// Does nothing if the page was read farther elsewhere since it was opened here, such as on
  /// another device.
  ///
  ///     let place = ReadingPlace(block: 12, offset: 80, progress: 0.4)
  ///     try await store.setPlace(place, of: link.address, after: nil, date: .now)
  /// - Parameter known: the place that the reader knew; nil if it knew none.
  public func setPlace(
    _ place: ReadingPlace, of address: WebAddress, after known: ReadingPlace?, date: Date
  ) async throws(StoreError) {
    let key = LinkKey.key(of: address)
    let (place, known) = (place.clamped, known?.clamped)
    // Most calls change nothing, so they needn't wait for other programs that write.
    if try await reading(of: address)?.place == place { return }
    try await file.write { db in
      var state = try Self.reading(key, in: db) ?? ReadingState()
      guard state.place != place else { return }
      if let present = state.place, present != known, present.progress > place.progress { return }
      state.place = place
      try Self.set(state, of: key, at: date, in: db)
    }
  }

  /// Marks pages as read or unread, completely or not at all. Skips pages that already have the
  /// requested state, so a page that's already read keeps its time. A page that becomes unread keeps
  /// its position, unless that's the end.
  /// - Returns: the change that undoes this one, for exactly the pages that were changed.
  @discardableResult
  public func apply(
    _ change: ReadingChange, at date: Date
  ) async throws(StoreError) -> ReadingChange {
    try await write(.marked(isRead: change.isRead), at: date) { db in
      var before: [String: ReadingState] = [:]
      for (key, mark) in change.states {
        var state = try Self.reading(key, in: db) ?? ReadingState()
        guard (state.readAt != nil) != (mark.readAt != nil) else { continue }
        before[key] = state
        state.readAt = mark.readAt
        if mark.readAt != nil {
          state.place = state.place ?? mark.place
        } else if let place = state.place, place.progress >= 1 {
          state.place = mark.place
        }
        try Self.set(state, of: key, at: date, in: db)
      }
      return ReadingChange(before)
    }
  }

  static func reading(_ key: String, in db: Database) throws -> ReadingState? {
    try Row.fetchOne(
      db.cachedStatement(sql: "SELECT \(ReadingState.columns) FROM reading WHERE key = ?"),
      arguments: [key]
    ).flatMap { try ReadingState(row: $0) }
  }

  static func set(
    _ state: ReadingState, of key: String, at date: Date, in db: Database
  ) throws {
    if state == ReadingState() {
      // What is deleted isn't told other devices, because old states are deleted on each of them.
      try db.cachedStatement(
        sql: """
          UPDATE reading SET progress = NULL, block = NULL, blockOffset = NULL, readAt = NULL
          WHERE key = ?
          """
      ).execute(arguments: [key])
      return try db.cachedStatement(sql: "DELETE FROM reading WHERE key = ?")
        .execute(arguments: [key])
    }
    let last = try lastReading(in: db)
    try db.cachedStatement(
      sql: """
        INSERT INTO reading (key, progress, block, blockOffset, readAt, changedAt)
        VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (key) DO UPDATE SET progress = excluded.progress, block = excluded.block,
          blockOffset = excluded.blockOffset, readAt = excluded.readAt,
          changedAt = excluded.changedAt
        """
    ).execute(
      arguments: [
        key, state.place?.progress, state.place?.block, state.place?.offset,
        state.readAt?.timeIntervalSince1970, date.timeIntervalSince1970,
      ])
    // Counting them on each call would take too long.
    if try lastReading(in: db) != last, last % 256 == 255 { try pruneReading(in: db) }
  }

  private static func lastReading(in db: Database) throws -> Int64 {
    try Int64.fetchOne(db.cachedStatement(sql: "SELECT max(rowid) FROM reading")) ?? 0
  }

  /// Deletes the oldest reading states of pages that aren't saved.
  private static func pruneReading(in db: Database) throws {
    try db.execute(
      sql: """
        DELETE FROM reading WHERE rowid IN (
          SELECT rowid FROM reading WHERE NOT EXISTS (
            SELECT 1 FROM link WHERE link.key = reading.key)
          ORDER BY changedAt DESC, rowid DESC LIMIT -1 OFFSET \(readingLimit))
        """)
  }

  /// The approximate maximum number of reading states of pages that aren't saved. They're pruned
  /// every few hundred writes.
  static let readingLimit = 10_000

  /// Copies the reading state to the new address of a link, unless the new address has one.
  static func copyReading(from old: WebAddress, to new: WebAddress, in db: Database) throws {
    try db.execute(
      sql: """
        INSERT OR IGNORE INTO reading (key, progress, block, blockOffset, readAt, changedAt)
        SELECT ?, progress, block, blockOffset, readAt, changedAt FROM reading WHERE key = ?
        """, arguments: [LinkKey.key(of: new), LinkKey.key(of: old)])
  }
}

extension ReadingState {
  /// The columns of ``init(row:)``.
  static let columns = "reading.progress, reading.block, reading.blockOffset, reading.readAt"

  /// Returns nil if the row has no reading state.
  init?(row: Row) throws {
    let progress = try row.decode(Double?.self, forColumn: "progress")
    let readAt = try row.decode(Double?.self, forColumn: "readAt")
    // Most links have no reading state.
    if progress == nil, readAt == nil { return nil }
    let block = try row.decode(Int?.self, forColumn: "block")
    let offset = try row.decode(Int?.self, forColumn: "blockOffset")
    self.init(
      place: progress.map {
        ReadingPlace(block: block ?? 0, offset: offset ?? 0, progress: $0).clamped
      }, readAt: readAt.map(Date.init(timeIntervalSince1970:)))
  }
}
