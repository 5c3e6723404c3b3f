import TerminalGrid

/// The places of the card, the line below it, and the session's last cards.
struct SpinLayout {
  let card: LinkCard
  /// The address, and whether the link is saved.
  let address: Rect
  /// The session's last cards, where there's room for them.
  let recent: Rect?

  init(_ spin: Spin, body: Rect, state: AppState) {
    let margin = body.columns < 50 ? 0 : 3
    // A quarter of a large screen stays empty, so that lines have a readable length.
    let width = min(body.columns - 2 * margin, max(92, body.columns * 3 / 4), 150)
    let top = body.isSpacious ? 1 : 0
    let rows = Self.rows(in: body, top: top)
    // On very tall screens, the card is a little lower.
    let free = body.rows - rows - Self.recentRows - 4
    let room = Rect(
      x: body.x + (body.columns - width) / 2, y: body.y + max(top, free / 3), columns: width,
      rows: rows)
    let text = CardText(
      content: spin.cardContent, recoveryActions: ScreenTexts(state).recoveryActions,
      appearance: state.appearance, now: state.now)
    card = LinkCard(text, room: room, pictures: state.pictures)
    let inner = room.inset(columns: 2, rows: 0)
    address = Rect(x: inner.x, y: card.layout.frame.maxY, columns: inner.columns, rows: 1)
    let below = address.maxY + 1
    recent =
      body.rows >= Self.tallBody && body.maxY - below >= 4 && state.appearance.symbols.hasColumns
      ? Rect(
        x: inner.x, y: below, columns: inner.columns,
        rows: min(Self.recentRows + 1, body.maxY - below - 1))
      : nil
  }

  /// Returns the rows of the tallest card.
  private static func rows(in body: Rect, top: Int) -> Int {
    // The line below the card.
    let room = max(3, body.rows - 2 * top - 1)
    // Leaves room for the session's last cards.
    if body.rows >= tallBody { return min(32, room - 6) }
    // Narrow cards have their picture above the text.
    return min(room, body.columns < 70 ? 22 : body.rows >= 26 ? 16 : 13)
  }

  /// From this height on, which is a terminal of 35 rows, the picture is above the text, and the
  /// session's last cards are below the card.
  private static let tallBody = 31
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
