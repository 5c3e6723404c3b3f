import TerminalGrid

/// Draws an address by itself, from edge to edge, so that selecting it with the mouse doesn't
/// include a frame.
struct AddressView {
  let address: String
  let appearance: Appearance

  /// Rows for the keys and, on an accessible screen, the status line.
  private var rowsBelow: Int { appearance.isAccessible ? 2 : 1 }

  func draw(in grid: inout Grid) {
    let columns = grid.size.columns
    var remaining = Substring(address)
    for y in 0..<max(0, grid.size.rows - rowsBelow) where !remaining.isEmpty {
      // Addresses are mostly ASCII, so a row's prefix is a good first guess.
      var line = remaining.prefix(columns)
      while DisplayWidth.columns(of: String(line)) > columns { line = line.dropLast() }
      guard !line.isEmpty else { return }
      grid.draw(String(line), linkingTo: address, x: 0, y: y)
      remaining = remaining[line.endIndex...]
    }
    guard !remaining.isEmpty else { return }
    let message = "The rest does not fit. Press esc, then y to copy all of it."
    let y = max(0, grid.size.rows - 2)
    grid.draw(String(repeating: " ", count: columns), x: 0, y: y)
    grid.draw(message, x: 0, y: y, style: appearance.theme.failure)
  }
}
