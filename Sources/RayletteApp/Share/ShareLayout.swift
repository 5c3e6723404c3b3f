import TerminalGrid

/// The places of the share sheet and its rows.
struct ShareLayout {
  private let sheet: ShareSheet
  let frame: Rect
  /// Whether it's as wide as the card, so that little would be visible beside it.
  let isAsWideAsCard: Bool
  /// Blank rows inside the frame, above and below.
  private let padding: Int

  init(_ sheet: ShareSheet, in surroundings: Surroundings) {
    self.sheet = sheet
    let body = surroundings.body
    let margin = body.columns < 50 ? 0 : 3
    isAsWideAsCard = body.columns < 90 || !surroundings.appearance.symbols.hasColumns
    let width = isAsWideAsCard ? body.columns - 2 * margin : Self.widest
    let full = Self.edges + Self.headerRows + sheet.activities.count + sheet.groups.count
    padding = body.rows >= full + 2 ? 1 : 0
    let height = min(body.rows, full + 2 * padding)
    frame = Rect(
      x: body.x + (body.columns - width) / 2, y: body.y + (body.rows - height) / 2,
      columns: width, rows: height)
  }

  private static let widest = 64
  private static let edges = 2
  static let headerRows = 2

  var inner: Rect { frame.inset(columns: 3, rows: 1 + padding) }

  /// Whether there's room for blank rows between the groups.
  private var hasGaps: Bool {
    inner.rows >= Self.headerRows + sheet.activities.count + sheet.groups.count
  }

  /// The activities by their indexes, with nil for blank rows.
  private var rows: [Int?] {
    var first = 0
    let groups = sheet.groups.map { group -> [Int?] in
      defer { first += group.count }
      return (first..<first + group.count).map(Optional.some)
    }
    return hasGaps ? [nil] + Array(groups.joined(separator: [nil])) : groups.flatMap(\.self)
  }

  /// The rows on screen, including the selected one.
  var visible: (first: Int, rows: ArraySlice<Int?>) {
    let room = max(0, inner.rows - Self.headerRows)
    let rows = rows
    let selected = rows.firstIndex(of: sheet.selection) ?? 0
    let first = max(0, min(selected - room / 2, rows.count - room))
    return (first, rows.dropFirst(first).prefix(room))
  }

  /// Returns the index of the activity at a point.
  func activity(atX x: Int, y: Int) -> Int? {
    guard frame.inset(columns: 1, rows: 1).contains(x: x, y: y) else { return nil }
    let (first, rows) = visible
    let row = y - inner.y - Self.headerRows + first
    return rows.indices.contains(row) ? rows[row] : nil
  }
}
