import TerminalGrid

/// An address and nothing else, from edge to edge, so that no frame gets among it when it is selected
/// with the mouse.
struct AddressView {
  let address: String
  let appearance: Appearance

  /// For the keys, and for what is told of the screen.
  private var rowsBelow: Int { appearance.isAccessible ? 2 : 1 }

  func draw(in grid: inout Grid) {
    let columns = grid.size.columns
    var rest = Substring(address)
    for y in 0..<max(0, grid.size.rows - rowsBelow) where !rest.isEmpty {
      // Addresses are ASCII but for what a page made of them, so a row is about a prefix.
      var line = rest.prefix(columns)
      while DisplayWidth.columns(of: String(line)) > columns { line = line.dropLast() }
      guard !line.isEmpty else { return }
      grid.draw(String(line), x: 0, y: y)
      rest = rest[line.endIndex...]
    }
    guard !rest.isEmpty else { return }
    let words = "The rest does not fit. Press esc, then y to copy all of it."
    let y = max(0, grid.size.rows - 2)
    grid.draw(String(repeating: " ", count: columns), x: 0, y: y)
    grid.draw(words, x: 0, y: y, style: appearance.theme.failure)
  }
}
