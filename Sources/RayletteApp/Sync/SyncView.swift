import Foundation
import Links
import Localization
import Markup
import TerminalGrid

/// Draws the state of the exchange with other devices.
struct SyncView {
  private let layout: SyncLayout
  private let surroundings: Surroundings

  /// Returns nil if there's no exchange.
  init?(_ sync: SyncState, in surroundings: Surroundings) {
    guard let status = sync.status else { return nil }
    layout = SyncLayout(status, scroll: sync.scroll, in: surroundings)
    self.surroundings = surroundings
  }

  func draw(in grid: inout Grid) {
    let theme = surroundings.appearance.theme
    let (heading, area) = (layout.heading, layout.area)
    grid.place(Cursor(x: heading.x, y: heading.y))
    grid.draw(localized("Sync"), x: heading.x, y: heading.y, style: theme.title, clip: heading)
    for (row, line) in layout.lines.dropFirst(layout.scroll).prefix(area.rows).enumerated() {
      let y = area.y + row
      grid.draw(line.label, x: area.x, y: y, style: theme.secondary, clip: area)
      grid.draw(
        line.text, x: area.x + layout.labelColumns, y: y, style: style(of: line.kind),
        clip: area)
    }
    Scrollbar(count: layout.lines.count, visible: area.rows, top: layout.scroll)
      .draw(in: &grid, beside: area, of: surroundings)
  }

  private func style(of kind: DetailFacts.Fact.Kind) -> CellStyle {
    switch kind {
    case .fault: surroundings.appearance.theme.failure
    case .good: surroundings.appearance.theme.success
    case .plain, .address: .plain
    }
  }
}

/// The lines of the sync view, and their scroll position.
struct SyncLayout {
  struct Line {
    /// Only the first line of a fact has one.
    let label: String
    let text: String
    let kind: DetailFacts.Fact.Kind
  }

  /// The least width of the labels.
  private static let labelColumns = 13

  let heading: GridRect
  let area: GridRect
  let lines: [Line]
  /// The width of the labels with the gap after them.
  let labelColumns: Int
  /// The number of lines scrolled off the top.
  let scroll: Int

  init(_ status: SyncStatus, scroll: Int, in surroundings: Surroundings) {
    let body = surroundings.body
    let margin = body.columns < 60 ? 1 : 3
    let top = body.isSpacious ? 1 : 0
    let columns = min(body.columns - 2 * margin, 110)
    heading = GridRect(x: body.x + margin, y: body.y + top, columns: columns, rows: 1)
    let start = heading.maxY + top
    area = GridRect(x: heading.x, y: start, columns: columns, rows: body.maxY - start)
    let ellipsis = surroundings.appearance.symbols.ellipsis
    let facts = SyncFacts(status: status, now: surroundings.now).facts
    let labelColumns = facts.reduce(Self.labelColumns) {
      max($0, DisplayWidth.columns(of: $1.label) + 2)
    }
    self.labelColumns = labelColumns
    lines = facts.flatMap { fact in
      TextWrapping.lines(
        fact.text, columns: max(1, columns - labelColumns), limit: 4, ellipsis: ellipsis
      ).enumerated().map {
        Line(label: $0.offset == 0 ? fact.label : "", text: $0.element, kind: fact.kind)
      }
    }
    self.scroll = min(scroll, max(0, lines.count - area.rows))
  }

  var scrollLimit: Int { max(0, lines.count - area.rows) }

  /// The position in the lines: `line 3 of 41`.
  var positionText: String { localized("line \(scroll + 1) of \(lines.count)") }
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
      facts.append(
        DetailFacts.Fact(label: index == 0 ? localized("others") : "", text: text))
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
      : localized(
        "\(count, "change waits", "changes wait"), because the connection is metered")
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
