import Foundation
import GRDB
import LinkSync

/// Merges facts of other devices.
enum SyncFactMerge {
  /// - Returns: the number of facts of each kind that changed something.
  static func apply(
    _ facts: [SyncFact], at date: Date, in db: Database
  ) throws -> [SyncFact.Kind: Int] {
    let kinds = try SyncFactRecorder.kinds(in: db)
    let facts = facts.filter { kinds.contains($0.subject.kind) }
    guard !facts.isEmpty, var clock = try SyncClock.fetch(in: db) else { return [:] }
    var counts: [SyncFact.Kind: Int] = [:]
    var hasVisits = false
    let oldest = try WheelStore.oldestVisit(in: db)
    for fact in facts {
      clock.observe(fact.time, at: date)
      // What was read here may not have been exchanged yet, because the page isn't saved.
      let known =
        try SyncFact.fetch(fact.subject, in: db)
        ?? SyncFact.local(fact.subject, at: date, in: db)
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
      counts[fact.subject.kind, default: 0] += 1
    }
    if hasVisits { try WheelStore.pruneHistory(in: db) }
    try clock.save(in: db)
    try SyncFactRecorder.forget(in: db)
    return counts
  }
}
