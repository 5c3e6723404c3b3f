import Foundation
import GRDB
import LinkSync

/// Merges facts of other devices.
enum SyncFactMerge {
  /// - Returns: the number of facts that changed something.
  static func apply(_ facts: [SyncFact], at date: Date, in db: Database) throws -> Int {
    guard !facts.isEmpty, try SyncFactRecorder.isSet(in: db),
      var clock = try SyncClock.fetch(in: db)
    else { return 0 }
    var count = 0
    var hasVisits = false
    let oldest = try WheelStore.oldestVisit(in: db)
    for fact in facts {
      clock.observe(fact.time, at: date)
      let known = try SyncFact.fetch(fact.subject, in: db)
      if let known, !fact.replaces(known) { continue }
      if case .visit(_, let moment) = fact.subject {
        if let oldest, moment < oldest.syncMilliseconds { continue }
        let start = try SyncFact.fetch(.historyStart, in: db)
        if fact.isForgotten(by: start) { continue }
        hasVisits = true
        // The card is in the history already, unless it was forgotten with the history and has a
        // later time now.
        if let known, !known.isForgotten(by: start) {
          try fact.save(in: db)
          try fact.updateVisit(in: db)
          continue
        }
      }
      try fact.save(in: db)
      try fact.apply(in: db)
      count += 1
    }
    if hasVisits { try WheelStore.pruneHistory(in: db) }
    try clock.save(in: db)
    try SyncFactRecorder.forget(in: db)
    return count
  }
}
