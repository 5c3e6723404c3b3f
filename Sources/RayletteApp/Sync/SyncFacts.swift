import Links
import Foundation
import Markup

/// The facts in the sync view, one per entry.
struct SyncFacts {
  let status: SyncStatus
  let now: Date

  var facts: [DetailFacts.Fact] {
    var facts = [
      DetailFacts.Fact(label: "place", text: status.remote),
      DetailFacts.Fact(label: "state", text: state, kind: kind),
      DetailFacts.Fact(label: "last", text: last),
      DetailFacts.Fact(label: "this device", text: status.device),
    ]
    for (index, device) in status.devices.enumerated() {
      let change = device.lastChange.map { ", last change \(time($0))" } ?? ""
      facts.append(
        DetailFacts.Fact(label: index == 0 ? "others" : "", text: "\(device.name)\(change)"))
    }
    if status.devices.isEmpty { facts.append(DetailFacts.Fact(label: "others", text: "none yet")) }
    return facts
  }

  private var kind: DetailFacts.Fact.Kind {
    if status.failure != nil { return .fault }
    return status.waitingCount == 0 ? .good : .plain
  }

  private var state: String {
    if status.isExchanging { return "exchanging changes" }
    if let failure = status.failure { return failure.firstCapitalized + "." }
    let count = status.waitingCount
    if count == 0 { return "in step" }
    return count == 1 ? "1 change waits" : "\(count.grouped) changes wait"
  }

  /// Of an attempt that failed, not of the one that succeeded before.
  private var last: String {
    if status.failure == nil { return status.syncedAt.map(time) ?? "never" }
    return status.failedAt.map { "failed \(time($0))" } ?? "failed"
  }

  private func time(_ date: Date) -> String { RelativeTime.text(from: date, to: now) }
}

extension String {
  var firstCapitalized: String { prefix(1).uppercased() + dropFirst() }
}
