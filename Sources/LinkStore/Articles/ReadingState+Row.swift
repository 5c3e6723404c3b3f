import Foundation
import GRDB
import Links

extension ReadingState {
  /// The columns of ``init(row:)`` and ``values``.
  static let columns = names.map { "reading.\($0)" }.joined(separator: ", ")

  static let names = ["progress", "block", "blockOffset", "readAt"]

  /// The values of the columns.
  var values: [DatabaseValue] {
    [
      (place?.progress).databaseValue, (place?.block).databaseValue, (place?.offset).databaseValue,
      (readAt?.timeIntervalSince1970).databaseValue,
    ]
  }

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
