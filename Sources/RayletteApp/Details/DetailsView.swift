import TerminalGrid

/// Draws everything known about a link, one fact per line: its addresses, the page's metadata, its
/// pictures with their sizes, the user's tags and note, and suggestions for the publisher.
struct DetailsView {
  private let layout: DetailsLayout
  private let surroundings: Surroundings

  init(_ details: LinkDetails, in surroundings: Surroundings) {
    layout = DetailsLayout(details, in: surroundings)
    self.surroundings = surroundings
  }

  private var theme: Theme { surroundings.appearance.theme }

  func draw(in grid: inout Grid) {
    let area = layout.area
    grid.place(Cursor(x: area.x, y: area.y))
    let visible = layout.lines.dropFirst(layout.scroll).prefix(layout.visibleRows)
    for (row, line) in visible.enumerated() {
      let y = area.y + row
      switch line {
      case .heading(let text):
        grid.draw(text, x: area.x, y: y, style: theme.title, clip: area)
      case .fact(let label, let text, let fact):
        let x = area.x + layout.labelColumns
        grid.draw(label, x: area.x, y: y, style: theme.secondary, clip: area)
        grid.draw(
          text, linkingTo: fact.kind == .address ? fact.text : "", x: x, y: y,
          style: style(of: fact.kind), clip: area)
      case .blank: break
      }
    }
    Scrollbar(count: layout.lines.count, visible: layout.visibleRows, top: layout.scroll)
      .draw(in: &grid, beside: area, of: surroundings)
  }

  private func style(of kind: DetailFacts.Fact.Kind) -> CellStyle {
    switch kind {
    case .plain: .plain
    case .address: CellStyle(attributes: .underline)
    case .fault: theme.failure
    case .good: theme.success
    }
  }
}
