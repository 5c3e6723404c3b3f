import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid

/// Draws the Spin tab: the card of the link that came up, its address, and the session's last
/// cards.
struct SpinView {
  private let state: AppState
  private let theme: Theme
  private let symbols: Symbols

  init(state: AppState) {
    self.state = state
    theme = state.appearance.theme
    symbols = state.appearance.symbols
  }

  func draw(in grid: inout Grid, body: Rect) {
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

  private func drawAddress(of spin: Spin, in grid: inout Grid, area: Rect) {
    let room = drawFacts(of: spin, in: &grid, area: area)
    let address = TextWrapping.truncated(spin.address, columns: room, ellipsis: symbols.ellipsis)
    grid.draw(
      address, linkingTo: spin.address, x: area.x, y: area.y,
      style: Style(attributes: .underline), clip: area)
  }

  /// Draws facts at the right end of the address line, as many as leave room for the address.
  /// - Returns: The columns left for the address.
  private func drawFacts(of spin: Spin, in grid: inout Grid, area: Rect) -> Int {
    var room = area.columns
    for (text, style) in facts(of: spin) {
      let rest = room - DisplayWidth.columns(of: text) - 2
      guard rest >= Self.addressMinimum else { continue }
      grid.draw(text, x: area.x + rest + 2, y: area.y, style: style)
      room = rest
    }
    return room
  }

  /// The minimum width of the address on narrow terminals.
  private static let addressMinimum = 24

  /// Returns the position in the session, whether the link is saved, and when it was fetched, from
  /// right to left.
  private func facts(of spin: Spin) -> [(String, Style)] {
    var facts: [(String, Style)] = []
    if state.spin.trail.spins.count > 1, let index = state.spin.trail.index {
      facts.append(("\(index + 1) of \(state.spin.trail.spins.count)", theme.secondary))
    }
    if let link = spin.saved {
      let tags = link.tags.map { " #\($0)" }.joined()
      let note = link.note.isEmpty ? "" : " \(symbols.note)"
      if !tags.isEmpty || !note.isEmpty { facts.append(("\(tags)\(note)".trimmed, .plain)) }
      facts.append((Symbols.label(symbols.success, "saved"), theme.success))
    }
    if case .shown(let entry) = spin.phase {
      let age = RelativeTime.text(from: entry.fetchedAt, to: state.now)
      if age != "just now" { facts.append(("fetched \(age)", theme.secondary)) }
    }
    return facts
  }

  private func drawProgress(
    _ elapsed: Duration, of spin: Spin, in grid: inout Grid, area: Rect
  ) {
    let room = drawFacts(of: spin, in: &grid, area: area)
    let clip = Rect(x: area.x, y: area.y, columns: room, rows: 1)
    LoadingLine(elapsed: elapsed, address: spin.address, state: state).draw(in: &grid, clip: clip)
  }

  /// Draws the titles of the session's last cards, which a click leads back to.
  private func drawRecent(in grid: inout Grid, layout: SpinLayout) {
    guard let area = layout.recent else { return }
    let indices = state.spin.trail.others(limit: area.rows - 1)
    guard !indices.isEmpty else { return }
    grid.draw("This session", x: area.x, y: area.y, style: theme.secondary)
    for (row, index) in indices.enumerated() {
      let spin = state.spin.trail.spins[index]
      let line = RecentLine(
        title: spin.knownTitle ?? spin.address,
        style: spin.stateText == nil ? .plain : theme.secondary, host: spin.url.displayHost,
        state: spin.stateText ?? "")
      line.draw(in: &grid, area: area, y: area.y + 1 + row, appearance: state.appearance)
    }
  }
}

extension Spin {
  /// Why the page's own card isn't there, or nil if it is.
  fileprivate var stateText: String? {
    switch phase {
    case .shown: nil
    case .loading: "loading"
    case .cancelled: "not loaded"
    case .failed(let error, _): error.detail ?? error.sentence
    }
  }
}

extension String {
  /// The text without white space at its ends.
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

extension WheelState {
  /// How much of the wheel is seen: `37 of 355 links seen`.
  var progressText: String {
    let (seen, total) = (count - unseenCount, count)
    if unseenCount == 0 { return "all \(total.linkCount) seen; the next spin starts over" }
    return "\(seen.grouped) of \(total.linkCount) seen"
  }
}
