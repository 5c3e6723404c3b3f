import CICU
import GRDB
import GRDBSQLite
import Links
import Localization

/// Sorts links by title in the order of a language: Chinese by Pinyin or strokes, Japanese by kana.
///
/// Sorts ICU's sort keys here, because SQLite would compare texts by ICU's rules for each step of its
/// sorting, which takes twice as long.
final class TitleOrder {
  private let collator: OpaquePointer
  private let bySite: Bool
  /// The sort keys of all links.
  private var keys: [UInt8] = []

  /// A link with the range of its key.
  private struct Entry {
    let id: SavedLink.ID
    let start: Int
    let end: Int
  }

  /// Returns nil if there are no rules of the language.
  init?(_ language: Language, bySite: Bool) {
    guard let collator = collator_open(language.rawValue) else { return nil }
    self.collator = collator
    self.bySite = bySite
  }

  deinit { collator_close(collator) }

  /// Returns the ids of links in order.
  /// - Parameter condition: SQL for the links to sort.
  func ids(where condition: String, in db: Database) throws -> [SavedLink.ID] {
    let statement = try db.cachedStatement(
      sql: "SELECT id, host, title FROM link WHERE \(condition)")
    let rows = try Row.fetchCursor(statement)
    var entries: [Entry] = []
    while try rows.next() != nil {
      if entries.count % 4_096 == 0 { try Task.checkCancellation() }
      // Reads the columns directly, because a row makes an object of each text.
      let row = statement.sqliteStatement
      let start = keys.count
      if bySite, let host = sqlite3_column_text(row, 1) {
        keys.append(
          contentsOf: UnsafeBufferPointer(start: host, count: Int(sqlite3_column_bytes(row, 1))))
        keys.append(0)
      }
      appendTitle(of: row)
      entries.append(Entry(id: sqlite3_column_int64(row, 0), start: start, end: keys.count))
    }
    try Task.checkCancellation()
    return keys.withUnsafeBufferPointer { keys in
      entries.sorted { Self.isBefore($0, $1, keys) }.map(\.id)
    }
  }

  /// Appends the key of a title. As in ``SavedSort/clause``, links without a title are the last ones,
  /// but the first ones of their site.
  private func appendTitle(of row: SQLiteStatement?) {
    guard let title = sqlite3_column_text(row, 2) else { return keys.append(bySite ? 0 : 2) }
    keys.append(1)
    var key: UnsafePointer<UInt8>?
    let text = UnsafeRawPointer(title).assumingMemoryBound(to: CChar.self)
    let length = collator_key(collator, text, sqlite3_column_bytes(row, 2), &key)
    keys.append(contentsOf: UnsafeBufferPointer(start: key, count: Int(length)))
  }

  private static func isBefore(
    _ a: Entry, _ b: Entry, _ keys: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    var (left, right) = (a.start, b.start)
    while left < a.end, right < b.end {
      if keys[left] != keys[right] { return keys[left] < keys[right] }
      left += 1
      right += 1
    }
    let (leftRest, rightRest) = (a.end - left, b.end - right)
    return leftRest == rightRest ? a.id < b.id : leftRest < rightRest
  }
}
