import TerminalGrid

/// Draws how the exchange with other devices stands.
struct SyncView {
  let status: SyncStatus
  let surroundings: Surroundings

  private static let labelColumns = 13

  func draw(in grid: inout Grid) {
    let theme = surroundings.appearance.theme
    let body = surroundings.body
    let margin = body.columns < 60 ? 1 : 3
    let area = Rect(
      x: body.x + margin, y: body.y + (body.isSpacious ? 1 : 0),
      columns: min(body.columns - 2 * margin, 110), rows: body.rows - (body.isSpacious ? 1 : 0))
    grid.place(Cursor(x: area.x, y: area.y))
    grid.draw("Sync", x: area.x, y: area.y, style: theme.title, clip: area)
    var y = area.y + (body.isSpacious ? 2 : 1)
    for fact in SyncFacts(status: status, now: surroundings.now).facts {
      grid.draw(fact.label, x: area.x, y: y, style: theme.secondary, clip: area)
      let lines = TextWrapping.lines(
        fact.text, columns: max(1, area.columns - Self.labelColumns), limit: 4,
        ellipsis: surroundings.appearance.symbols.ellipsis)
      for line in lines {
        let style = style(of: fact.kind)
        grid.draw(line, x: area.x + Self.labelColumns, y: y, style: style, clip: area)
        y += 1
      }
    }
  }

  private func style(of kind: DetailFacts.Fact.Kind) -> Style {
    switch kind {
    case .fault: surroundings.appearance.theme.failure
    case .good: surroundings.appearance.theme.success
    case .plain, .address: .plain
    }
  }
}
