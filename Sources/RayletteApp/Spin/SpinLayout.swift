import TerminalGrid

/// The places of the card, its address and the button. They depend only on the terminal's size, so
/// that nothing moves when something arrives.
struct SpinLayout {
  let card: Rect
  let address: Rect
  let button: Rect

  init(body: Rect) {
    let margin = body.columns < 50 ? 0 : 3
    let width = min(body.columns - 2 * margin, Self.isLarge(body) ? 112 : 92)
    let x = body.x + (body.columns - width) / 2
    // Below the card: the address, a blank row if there's room, and the button.
    let gap = body.isSpacious ? 1 : 0
    let below = 2 + gap
    let height = min(max(3, body.rows - below - 2 * gap), Self.tallest(body))
    let free = max(0, body.rows - height - below)
    let y = body.y + max(gap, free / 3)
    card = Rect(x: x, y: y, columns: width, rows: height)
    let inner = card.inset(columns: 2, rows: 0)
    address = Rect(x: inner.x, y: card.maxY, columns: inner.columns, rows: 1)
    button = Rect(x: inner.x, y: card.maxY + 1 + gap, columns: inner.columns, rows: 1)
  }

  /// Returns the place of the button: below the card, or before the first spin in the middle of the
  /// screen.
  static func button(for spin: Spin?, in body: Rect) -> Rect {
    if let spin {
      let start = SpinLayout(body: body).button
      let label = spin.isLoading ? cancelButton : spinButton
      return Rect(x: start.x, y: start.y, columns: label.count + 2, rows: 1)
    }
    let width = spinButton.count + 6
    return Rect(
      x: body.x + (body.columns - width) / 2, y: body.y + max(0, (body.rows - 5) / 2),
      columns: width, rows: 3)
  }

  static let spinButton = "Spin the Wheel"
  static let cancelButton = "Cancel"

  /// Returns the maximum height of a card that doesn't look empty. Cards are taller if the picture
  /// is large or above the text.
  private static func tallest(_ body: Rect) -> Int {
    if body.columns < 70 { return 20 }
    if isLarge(body) { return 16 }
    return body.rows >= 30 ? 15 : 14
  }

  /// Whether a card of the usual size would look lost in the terminal.
  private static func isLarge(_ body: Rect) -> Bool { body.columns >= 130 && body.rows >= 36 }
}
