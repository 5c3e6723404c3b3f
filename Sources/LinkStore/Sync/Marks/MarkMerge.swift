import Foundation
import GRDB
import LinkSync

/// Merges wheel facts of other devices.
enum MarkMerge {
  /// - Returns: the number of facts that changed something.
  static func apply(_ marks: [SyncMark], at date: Date, in db: Database) throws -> Int {
    guard !marks.isEmpty, try MarkRecorder.isSet(in: db),
      var clock = try SyncClock.fetch(in: db)
    else { return 0 }
    var count = 0
    var hasVisits = false
    let oldest = try WheelStore.oldestVisit(in: db)
    for mark in marks {
      clock.observe(mark.time, at: date)
      let known = try SyncMark.fetch(mark.subject, in: db)
      if let known, !mark.replaces(known) { continue }
      if case .visit(_, let moment) = mark.subject {
        if let oldest, moment < oldest.syncMilliseconds { continue }
        let start = try SyncMark.fetch(.historyStart, in: db)
        if mark.isForgotten(by: start) { continue }
        hasVisits = true
        // The card is in the history already, unless it was forgotten with the history and has a
        // later time now.
        if let known, !known.isForgotten(by: start) {
          try mark.save(in: db)
          try mark.updateVisit(in: db)
          continue
        }
      }
      try mark.save(in: db)
      try mark.apply(in: db)
      count += 1
    }
    if hasVisits { try WheelStore.pruneHistory(in: db) }
    try clock.save(in: db)
    try MarkRecorder.forget(in: db)
    return count
  }
}
