import Foundation
import LinkPreview
import Links
import Localization
import Markup
import TerminalGrid

/// Draws the Spin tab: the card of the link that came up, its address, and the session's last
/// cards.
struct SpinView: StateView {
  let state: AppState

  func draw(in grid: inout Grid, body: GridRect) {
    guard let spin = state.spin.card else {
      WelcomeView(state: state, layout: WelcomeLayout(state, body: body)).draw(in: &grid)
      return
    }
    let layout = SpinLayout(spin, body: body, state: state)
    layout.card.draw(in: &grid)
    let text = layout.card.layout.text
    if !text.isEmpty { grid.place(Cursor(x: text.x, y: text.y)) }
    if case .loading(let elapsed) = spin.phase {
      drawProgress(elapsed, of: spin, in: &grid, area: layout.address)
    } else {
      drawAddress(of: spin, in: &grid, area: layout.address)
    }
    drawRecent(in: &grid, layout: layout)
  }

  private func drawAddress(of spin: Spin, in grid: inout Grid, area: GridRect) {
    let room = drawFacts(of: spin, in: &grid, area: area)
    let address = symbols.truncated(spin.address, columns: room)
    grid.draw(
      address, linkingTo: spin.address, x: area.x, y: area.y,
      style: CellStyle(attributes: .underline), clip: area)
  }

  /// Draws facts at the right end of the address line, as many as leave room for the address.
  /// - Returns: The columns left for the address.
  private func drawFacts(of spin: Spin, in grid: inout Grid, area: GridRect) -> Int {
    var room = area.columns
    for (text, style) in facts(of: spin) {
      let remaining = room - DisplayWidth.columns(of: text) - 2
      guard remaining >= Self.addressMinimum else { continue }
      grid.draw(text, x: area.x + remaining + 2, y: area.y, style: style)
      room = remaining
    }
    return room
  }

  /// The minimum width of the address on narrow terminals.
  private static let addressMinimum = 24

  /// Returns the position in the session, whether the link is saved, and when it was fetched, from
  /// right to left.
  private func facts(of spin: Spin) -> [(String, CellStyle)] {
    var facts: [(String, CellStyle)] = []
    if state.spin.trail.spins.count > 1, let index = state.spin.trail.index {
      facts.append((localized("\(index + 1) of \(state.spin.trail.spins.count)"), theme.secondary))
    }
    if let link = spin.saved {
      let tags = link.tags.map { " #\($0)" }.joined()
      let note = link.note.isEmpty ? "" : " \(symbols.note)"
      if !tags.isEmpty || !note.isEmpty { facts.append(("\(tags)\(note)".trimmed, .plain)) }
      facts.append(
        (Symbols.label(symbols.success, localized("saved", context: "state")), theme.success))
    }
    if case .loaded(let entry) = spin.phase {
      let age = RelativeTime.text(from: entry.fetchedAt, to: surroundings.now)
      if !RelativeTime.isRecent(entry.fetchedAt, at: surroundings.now) {
        facts.append((localized("fetched \(age)"), theme.secondary))
      }
    }
    return facts
  }

  private func drawProgress(
    _ elapsed: Duration, of spin: Spin, in grid: inout Grid, area: GridRect
  ) {
    let room = drawFacts(of: spin, in: &grid, area: area)
    let clip = GridRect(x: area.x, y: area.y, columns: room, rows: 1)
    LoadingLine(elapsed: elapsed, address: spin.address, state: state).draw(in: &grid, clip: clip)
  }

  /// Draws the titles of the session's last cards, which a click leads back to.
  private func drawRecent(in grid: inout Grid, layout: SpinLayout) {
    guard let area = layout.recent else { return }
    let indices = state.spin.trail.others(limit: area.rows - 1)
    guard !indices.isEmpty else { return }
    grid.draw(localized("This session"), x: area.x, y: area.y, style: theme.secondary)
    for (row, index) in indices.enumerated() {
      let spin = state.spin.trail.spins[index]
      let line = RecentLine(
        title: spin.knownTitle ?? spin.address,
        style: spin.stateText == nil ? .plain : theme.secondary, host: spin.url.displayHost,
        state: spin.stateText ?? "")
      line.draw(in: &grid, area: area, y: area.y + 1 + row, appearance: surroundings.appearance)
    }
  }
}

extension Spin {
  /// Why the page's own card isn't there, or nil if it is.
  fileprivate var stateText: String? {
    switch phase {
    case .loaded: nil
    case .loading: localized("loading")
    case .cancelled: localized("not loaded")
    case .failed(let error, _): error.detail ?? error.sentence
    }
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

extension WheelState {
  /// The number of the wheel's links that were seen: `37 of 355 links seen`.
  var progressText: String {
    let (seen, total) = (count - unseenCount, count)
    if unseenCount == 0 {
      return localized("all \(total, "link") seen; the next spin starts over")
    }
    return localized("\(seen.grouped) of \(total, "link") seen")
  }

  /// Says that the wheel has started over. Nil for a wheel of one link, which always does.
  var newRoundMessage: String? {
    guard count > 1 else { return nil }
    if narrowing.isEmpty { return localized("You have seen all \(count.grouped). Starting over.") }
    return localized(
      "You have seen all \(count.grouped) in \(narrowing.values.list). Starting over.")
  }
}

/// The places of the card, the line below it, and the session's last cards.
struct SpinLayout {
  let card: LinkCard
  /// The address, and whether the link is saved.
  let address: GridRect
  /// The session's last cards, where there's room for them.
  let recent: GridRect?

  init(_ spin: Spin, body: GridRect, state: AppState) {
    let margin = body.columns < 50 ? 0 : 3
    let isLarge = Self.isLarge(in: state.surroundings)
    // A quarter of a wide, low screen stays empty, so that lines have a readable length. On a large
    // one, the picture takes that much.
    let width = min(body.columns - 2 * margin, isLarge ? 150 : max(92, body.columns * 3 / 4), 150)
    let top = body.isSpacious ? 1 : 0
    let rows = Self.rows(in: body, top: top)
    // On very tall screens, the card is a little lower.
    let free = body.rows - rows - Self.recentRows - 4
    let room = GridRect(
      x: body.x + (body.columns - width) / 2, y: body.y + max(top, free / 3), columns: width,
      rows: rows)
    let text = CardText(
      content: spin.cardContent, recoveryActions: state.recoveryActions,
      appearance: state.surroundings.appearance, now: state.surroundings.now,
      beginning: isLarge ? spin.beginning ?? [] : [],
      readKey: state.surroundings.keyMap.label(of: "link.read", in: state))
    card = LinkCard(text, room: room, pictures: state.surroundings.pictures, fitsText: isLarge)
    let inner = room.inset(columns: 2, rows: 0)
    let frame = card.layout.frame
    // A narrow card may have a long address.
    address = GridRect(
      x: inner.x, y: frame.maxY,
      columns: min(inner.columns, max(frame.columns - 4, Self.addressColumns)), rows: 1)
    let below = address.maxY + 1
    recent =
      body.rows >= Self.tallBody && body.maxY - below >= 4
        && state.symbols.hasColumns
      ? GridRect(
        x: inner.x, y: below, columns: inner.columns,
        rows: min(Self.recentRows + 1, body.maxY - below - 1))
      : nil
  }

  /// Whether the card uses the width of the screen: for the picture, the text beside it, and the
  /// beginning of the page.
  static func isLarge(in surroundings: Surroundings) -> Bool {
    surroundings.body.size.holds(large) && surroundings.symbols.hasColumns
  }

  /// Returns the rows of the tallest card.
  private static func rows(in body: GridRect, top: Int) -> Int {
    // The line below the card.
    let room = max(3, body.rows - 2 * top - 1)
    // Leaves room for the session's last cards.
    if body.rows >= tallBody { return min(32, room - 6) }
    // Narrow cards have their picture above the text.
    return min(room, body.columns < 70 ? 22 : body.rows >= 26 ? 16 : 13)
  }

  /// From this height on, which is a terminal of 35 rows, the session's last cards are below the
  /// card, and the picture of a narrow card is above the text.
  private static let tallBody = 31
  /// A terminal of 120 x 35.
  private static let large = GridSize(columns: 120, rows: tallBody)
  private static let addressColumns = 72
  private static let recentRows = 8

  /// Returns the index in the trail of the card in a row below the heading, the last first.
  func trailIndex(atX x: Int, y: Int, of trail: SpinTrail) -> Int? {
    guard let recent, recent.contains(x: x, y: y) else { return nil }
    let indices = trail.others(limit: recent.rows - 1)
    let row = y - recent.y - 1
    return indices.indices.contains(row) ? indices[row] : nil
  }
}

extension SpinTrail {
  /// Returns the indices of the session's last cards but the one on screen, the last first.
  func others(limit: Int) -> [Int] {
    Array(spins.indices.reversed().filter { $0 != index }.prefix(max(0, limit)))
  }
}
