import Markup
import Foundation
import LinkPreview
import LinkStore
import TerminalGrid

/// Draws the Spin tab: the card of the link that came up, and the button below.
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
    guard let spin = state.spin else {
      drawWelcome(in: &grid, body: body)
      return
    }
    let layout = SpinLayout(body: body)
    card(of: spin).draw(in: &grid, rect: layout.card)
    drawAddress(of: spin, in: &grid, layout: layout)
    drawButton(of: spin, in: &grid, layout: layout)
  }

  private func card(of spin: Spin) -> LinkCard {
    LinkCard(
      content: spin.cardContent, recoveryActions: recoveryActions, appearance: state.appearance,
      now: state.now, pictures: state.pictures)
  }

  /// The keys that help after a failure.
  private var recoveryActions: [LinkCard.RecoveryAction] {
    KeyMap.available(in: state).compactMap { binding in
      let text: String? =
        switch binding.action {
        case .retryPressed: "retry"
        case .openPressed: "open anyway"
        case .savePressed: "save without a preview"
        default: nil
        }
      return text.map { LinkCard.RecoveryAction(label: binding.label, text: $0) }
    }
  }

  private func drawWelcome(in grid: inout Grid, body: Rect) {
    let button = SpinLayout.button(for: nil, in: body)
    let y = button.y
    grid.drawBox(button, glyphs: symbols.box, style: theme.accent)
    grid.draw(SpinLayout.spinButton, x: button.x + 3, y: y + 1, style: theme.accent)
    grid.place(Cursor(x: button.x + 3, y: y + 1))
    let line = TextWrapping.truncated(
      state.wheel.progressText, columns: body.columns, ellipsis: symbols.ellipsis)
    grid.draw(
      line, x: body.x + (body.columns - DisplayWidth.columns(of: line)) / 2, y: y + 4,
      style: theme.secondary)
  }

  private func drawAddress(of spin: Spin, in grid: inout Grid, layout: SpinLayout) {
    let area = layout.address
    var room = area.columns
    for (text, style) in status(of: spin) {
      let rest = room - DisplayWidth.columns(of: text) - 2
      guard rest >= Self.addressMinimum else { continue }
      grid.draw(text, x: area.x + rest + 2, y: area.y, style: style)
      room = rest
    }
    let address = TextWrapping.truncated(spin.address, columns: room, ellipsis: symbols.ellipsis)
    grid.draw(
      address, x: area.x, y: area.y, style: Style(attributes: .underline), clip: area)
  }

  /// The minimum width of the address on narrow terminals.
  private static let addressMinimum = 24

  /// Returns whether the link is saved and when it was fetched, from right to left.
  private func status(of spin: Spin) -> [(String, Style)] {
    var facts: [(String, Style)] = []
    if spin.isSaved {
      facts.append((Symbols.label(symbols.success, "saved"), theme.success))
    }
    if case .shown(let entry) = spin.phase {
      let age = RelativeTime.text(from: entry.fetchedAt, to: state.now)
      if age != "just now" { facts.append(("fetched \(age)", theme.secondary)) }
    }
    return facts
  }

  private func drawButton(of spin: Spin, in grid: inout Grid, layout: SpinLayout) {
    let (x, y) = (layout.button.x, layout.button.y)
    grid.place(Cursor(x: x + 1, y: y))
    guard case .loading(let elapsed) = spin.phase else {
      grid.draw(" \(SpinLayout.spinButton) ", x: x, y: y, style: theme.accentBlock)
      return
    }
    let after = grid.draw(" \(SpinLayout.cancelButton) ", x: x, y: y, style: theme.accentBlock) + 2
    guard !symbols.spinner.isEmpty else { return }
    guard state.animation else {
      // Without animation, the text says what it is and changes only once a second.
      let words = "Loading\(symbols.ellipsis) \(Int(elapsed / .seconds(1))) s"
      grid.draw(words, x: after, y: y, style: theme.secondary)
      return
    }
    let frame = symbols.spinnerFrame(at: elapsed)
    grid.draw(frame, x: after, y: y, style: theme.accent)
    grid.draw(
      "\(elapsed.tenths) s (gives up after \(state.timeout.secondsText))", x: after + 2, y: y,
      style: theme.secondary)
  }
}

extension WheelState {
  /// The number of links left on the wheel.
  var progressText: String {
    let (unseen, total) = (unseenCount, wheel.links.count)
    if unseen == 0 { return "all \(total.linkCount) seen; the next spin starts over" }
    return unseen == total
      ? "\(total.linkCount), none seen yet" : "\(unseen) of \(total.linkCount) not seen yet"
  }
}

extension Duration {
  /// Seconds with one decimal, so that a running count doesn't jump: `0.0`, `1.2`.
  fileprivate var tenths: String {
    let tenths = Int(self / .milliseconds(100))
    return "\(tenths / 10).\(tenths % 10)"
  }
}
