import TerminalGrid

/// Where the card, its address and the button stand: by the size of the terminal alone, so that
/// nothing moves when something arrives.
struct SpinLayout {
  let card: Rect
  let address: Rect
  let button: Rect

  init(body: Rect) {
    let margin = body.columns < 50 ? 0 : 3
    let width = min(body.columns - 2 * margin, Self.isLarge(body) ? 112 : 92)
    let x = body.x + (body.columns - width) / 2
    // Below the card: address, a blank row where there is room, button.
    let air = body.isSpacious ? 1 : 0
    let below = 2 + air
    let height = min(max(3, body.rows - below - 2 * air), Self.tallest(body))
    let free = max(0, body.rows - height - below)
    let y = body.y + max(air, free / 3)
    card = Rect(x: x, y: y, columns: width, rows: height)
    let inner = card.inset(columns: 2, rows: 0)
    address = Rect(x: inner.x, y: card.maxY, columns: inner.columns, rows: 1)
    button = Rect(x: inner.x, y: card.maxY + 1 + air, columns: inner.columns, rows: 1)
  }

  /// As much as a card fills: more where its picture is large, or stands above the text.
  private static func tallest(_ body: Rect) -> Int {
    if body.columns < 70 { return 20 }
    if isLarge(body) { return 16 }
    return body.rows >= 30 ? 15 : 14
  }

  /// A terminal in which a card of the usual size would look lost.
  private static func isLarge(_ body: Rect) -> Bool { body.columns >= 130 && body.rows >= 36 }
}
