import TerminalGrid

/// One link of a short list below or beside what's on the Spin tab: its title, its domain in a column
/// of its own, and how old it is, or its state in place of the domain.
struct RecentLine {
  let title: String
  var style = Style.plain
  let host: String
  var age = ""
  /// Why the link has no card. It mostly names the domain.
  var state = ""

  /// Narrower lists have no domain.
  private static let columnsForHost = 60
  private static let ageColumns = 4

  func draw(in grid: inout Grid, area: Rect, y: Int, appearance: Appearance) {
    let rest = area.columns - (age.isEmpty ? 0 : Self.ageColumns + 2)
    let facts = state.isEmpty ? host : state
    let hostX = rest >= Self.columnsForHost || !state.isEmpty ? rest * 3 / 5 : rest + 2
    let ellipsis = appearance.symbols.ellipsis
    let title = TextWrapping.truncated(title, columns: hostX - 2, ellipsis: ellipsis)
    grid.draw(title, x: area.x, y: y, style: style, clip: area)
    let secondary = appearance.theme.secondary
    if hostX < rest {
      let facts = TextWrapping.truncated(facts, columns: rest - hostX, ellipsis: ellipsis)
      grid.draw(facts, x: area.x + hostX, y: y, style: secondary, clip: area)
    }
    grid.draw(
      age, x: area.maxX - DisplayWidth.columns(of: age), y: y, style: secondary, clip: area)
  }
}
