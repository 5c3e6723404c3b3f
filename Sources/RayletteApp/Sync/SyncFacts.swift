import Foundation
import Links
import Localization
import Markup

/// The facts in the sync view, one per entry.
struct SyncFacts {
  let status: SyncStatus
  let now: Date

  var facts: [DetailFacts.Fact] {
    var facts = [
      DetailFacts.Fact(label: localized("place"), text: status.remote),
      DetailFacts.Fact(label: localized("state"), text: state, kind: kind),
      DetailFacts.Fact(label: localized("last"), text: last),
      DetailFacts.Fact(label: localized("this device"), text: status.device),
    ]
    for (index, device) in status.devices.enumerated() {
      let text =
        device.lastChange.map { localized("\(device.name), last change \(time($0))") }
        ?? device.name
      facts.append(DetailFacts.Fact(label: index == 0 ? localized("others") : "", text: text))
    }
    if status.devices.isEmpty {
      facts.append(DetailFacts.Fact(label: localized("others"), text: localized("none yet")))
    }
    return facts
  }

  private var kind: DetailFacts.Fact.Kind {
    if status.failure != nil { return .fault }
    return status.waitingCount == 0 && !status.isHeld ? .good : .plain
  }

  private var state: String {
    if status.isExchanging { return localized("exchanging changes") }
    if let failure = status.failure { return failure.firstCapitalized.asSentence }
    let count = status.waitingCount
    guard status.isHeld else {
      return count == 0
        ? localized("in step") : localized("\(count, "change waits", "changes wait")")
    }
    return count == 0
      ? localized("on hold, because the connection is metered")
      : localized("\(count, "change waits", "changes wait"), because the connection is metered")
  }

  /// The time of the failed attempt, not of an earlier success.
  private var last: String {
    if status.failure == nil { return status.syncedAt.map(time) ?? localized("never") }
    return status.failedAt.map { localized("failed \(time($0))") } ?? localized("failed")
  }

  private func time(_ date: Date) -> String { RelativeTime.text(from: date, to: now) }
}

extension String {
  var firstCapitalized: String { prefix(1).uppercased() + dropFirst() }
}
