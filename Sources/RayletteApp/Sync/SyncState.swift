import Foundation
package import Links
import Localization
import Markup
import TerminalGrid

/// The exchange of links with other devices.
struct SyncState: Equatable, Sendable {
  /// The state of the exchange, or nil if there's none.
  var status: SyncStatus?
  /// The number of lines of the view scrolled off the top.
  var scroll = 0

  var isExchanging: Bool { status?.isExchanging == true }
}

/// An event that concerns the exchange with other devices.
package enum SyncAction: Equatable, Sendable {
  /// The state of the exchange has changed. Nil if the exchange was ended.
  case changed(SyncStatus?)
  /// A message that needs no action by the user, without a capital letter and a full stop.
  case news(String)
}

extension SyncState {
  mutating func update(_ action: SyncAction, in context: inout UpdateContext) {
    switch action {
    case .changed(let status):
      self.status = status
      if status == nil { context.then { $0.modals.close { $0 == .sync } } }
    case .news(let message): context.inform("\(message.firstCapitalized).")
    }
  }
}

extension SyncStatus {
  /// Returns the sign for the header.
  func sign(in appearance: Appearance) -> String {
    let symbol = appearance.symbols.exchange
    if failure != nil { return "\(symbol)!" }
    return waitingCount == 0
      ? symbol.trimmingCharacters(in: .whitespaces) : "\(symbol)\(waitingCount.grouped)"
  }
}

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

/// The commands of the exchange with other devices.
extension Command {
  static var sync: [Command] {
    [
      Command(
        "sync.show", menu: .go("y", localized("devices")), in: Focus.tabs,
        localized("show the exchange with other devices"), section: .devices,
        when: { $0.sync.status != nil },
        else: { _ in localized("Sync isn't set up; raylette sync init does that.") },
        run: {
          $0.sync.scroll = 0
          $0.modals.open(.sync)
        }),
      Command(
        "sync.now", [.character("r"), .enter], in: [.sync], hint: localized("sync now"),
        localized("exchange changes now"), when: { $0.sync.status?.isExchanging == false },
        else: { _ in localized("An exchange is under way.") },
        run: {
          $0.sync.status?.isExchanging = true
          $0.run(.job(.sync))
        }),
      Command(
        "view.close", [.escape, .character("q")], in: [.sync],
        hint: localized("back", context: "key"), localized("close the view"), run: closeModal),
    ]
      + scrolling(in: .sync, hasHints: false) { $0.sync.scroll = $1 }
  }
}
