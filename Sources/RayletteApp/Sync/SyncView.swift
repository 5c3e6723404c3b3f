import Foundation
import Links
import Markup
import TerminalGrid

/// Draws the state of the exchange with other devices.
struct SyncView {
  let status: SyncStatus
  let surroundings: Surroundings

  private static let labelColumns = 13

  func draw(in grid: inout Grid) {
    let theme = surroundings.appearance.theme
    let body = surroundings.body
    let margin = body.columns < 60 ? 1 : 3
    let area = Rect(
      x: body.x + margin, y: body.y + (body.isSpacious ? 1 : 0),
      columns: min(body.columns - 2 * margin, 110), rows: body.rows - (body.isSpacious ? 1 : 0))
    grid.place(Cursor(x: area.x, y: area.y))
    grid.draw("Sync", x: area.x, y: area.y, style: theme.title, clip: area)
    var y = area.y + (body.isSpacious ? 2 : 1)
    for fact in SyncFacts(status: status, now: surroundings.now).facts {
      grid.draw(fact.label, x: area.x, y: y, style: theme.secondary, clip: area)
      let lines = TextWrapping.lines(
        fact.text, columns: max(1, area.columns - Self.labelColumns), limit: 4,
        ellipsis: surroundings.appearance.symbols.ellipsis)
      for line in lines {
        let style = style(of: fact.kind)
        grid.draw(line, x: area.x + Self.labelColumns, y: y, style: style, clip: area)
        y += 1
      }
    }
  }

  private func style(of kind: DetailFacts.Fact.Kind) -> Style {
    switch kind {
    case .fault: surroundings.appearance.theme.failure
    case .good: surroundings.appearance.theme.success
    case .plain, .address: .plain
    }
  }
}

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

  /// The time of the failed attempt, not of an earlier success.
  private var last: String {
    if status.failure == nil { return status.syncedAt.map(time) ?? "never" }
    return status.failedAt.map { "failed \(time($0))" } ?? "failed"
  }

  private func time(_ date: Date) -> String { RelativeTime.text(from: date, to: now) }
}

extension String {
  var firstCapitalized: String { prefix(1).uppercased() + dropFirst() }
}
