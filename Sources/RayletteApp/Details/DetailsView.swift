import Markup
import Foundation
import LinkPreview
import TerminalGrid

/// Everything known of a link, a fact a line: what was asked for and where it led, what the page tells,
/// its pictures with their sizes, what the person made of it, and what its publisher could do better.
struct DetailsView {
  private let details: LinkDetails
  private let state: AppState
  private let area: Rect

  init(details: LinkDetails, state: AppState) {
    self.details = details
    self.state = state
    let body = ScreenFrame(state: state).body
    let margin = body.columns < 60 ? 1 : 3
    area = Rect(
      x: body.x + margin, y: body.y + (body.isSpacious ? 1 : 0),
      columns: min(body.columns - 2 * margin, 110), rows: body.rows - (body.isSpacious ? 1 : 0))
  }

  var visibleRows: Int { area.rows }

  var lineCount: Int { lines.count }

  /// How far it can be scrolled.
  var scrollLimit: Int { max(0, lineCount - visibleRows) }

  private enum Line {
    case heading(String)
    case fact(label: String, text: String, style: Style)
    case blank
  }

  private static let labelColumns = 12

  func draw(in grid: inout Grid) {
    let theme = state.appearance.theme
    let scroll = min(details.scroll, scrollLimit)
    grid.place(Cursor(x: area.x, y: area.y))
    for (row, line) in lines.dropFirst(scroll).prefix(visibleRows).enumerated() {
      let y = area.y + row
      switch line {
      case .heading(let text):
        grid.draw(text, x: area.x, y: y, style: theme.title, clip: area)
      case .fact(let label, let text, let style):
        grid.draw(label, x: area.x, y: y, style: theme.secondary, clip: area)
        grid.draw(text, x: area.x + Self.labelColumns, y: y, style: style, clip: area)
      case .blank: break
      }
    }
  }

  private var lines: [Line] {
    let facts = DetailFacts(details: details, now: state.now, symbols: state.appearance.symbols)
    let columns = max(1, area.columns - Self.labelColumns)
    var lines: [Line] = []
    for group in facts.groups where !group.facts.isEmpty {
      if !lines.isEmpty { lines.append(.blank) }
      lines += TextWrapping.lines(group.heading, columns: area.columns, limit: 2).map(Line.heading)
      for fact in group.facts {
        let texts = TextWrapping.lines(
          fact.text, columns: columns, limit: 200, ellipsis: state.appearance.symbols.ellipsis)
        for (index, text) in texts.enumerated() {
          let label = index == 0 ? fact.label : ""
          lines.append(.fact(label: label, text: text, style: style(of: fact)))
        }
      }
    }
    return lines
  }

  private func style(of fact: DetailFacts.Fact) -> Style {
    switch fact.kind {
    case .plain: .plain
    case .address: Style(attributes: .underline)
    case .fault: state.appearance.theme.failure
    case .good: state.appearance.theme.success
    }
  }
}
