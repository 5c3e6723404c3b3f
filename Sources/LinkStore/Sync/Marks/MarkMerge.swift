import Foundation
import GRDB
import LinkSync

/// Takes marks of other devices.
enum MarkMerge {
  /// - Returns: how many have changed something.
  static func apply(_ marks: [SyncMark], at date: Date, in db: Database) throws -> Int {
    guard !marks.isEmpty, try MarkRecorder.isOn(in: db),
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
        if let start = try SyncMark.fetch(.historyStart, in: db), mark.time < start.time {
          continue
        }
        hasVisits = true
        if known != nil {
          try mark.save(in: db)
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
