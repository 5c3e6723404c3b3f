import LinkPreview
import Localization
import TerminalGrid

/// The lines of a link's details, and their scroll position.
struct DetailsLayout {
  enum Line {
    case heading(String)
    /// A line of a fact. The first line has the label. An address is whole in each line, so that it
    /// opens as a whole.
    case fact(label: String, text: String, DetailFacts.Fact)
    case blank
  }

  /// The least width of the labels.
  private static let labelColumns = 12

  let area: GridRect
  let lines: [Line]
  /// The width of the labels with the gap after them.
  let labelColumns: Int
  /// The number of lines scrolled off the top.
  let scroll: Int

  init(_ details: LinkDetails, in surroundings: Surroundings) {
    let body = surroundings.body
    let margin = body.columns < 60 ? 1 : 3
    let top = body.isSpacious ? 1 : 0
    area = GridRect(
      x: body.x + margin, y: body.y + top, columns: min(body.columns - 2 * margin, 110),
      rows: body.rows - top)
    let symbols = surroundings.appearance.symbols
    let facts = DetailFacts(
      details: details, now: surroundings.now, symbols: symbols,
      problemsKey: surroundings.keyMap.label(of: "details.problems"))
    let groups = facts.groups
    labelColumns = groups.flatMap { $0.facts }.reduce(Self.labelColumns) {
      max($0, DisplayWidth.columns(of: $1.label) + 2)
    }
    lines = Self.lines(
      of: groups, labelColumns: labelColumns, columns: area.columns, ellipsis: symbols.ellipsis)
    scroll = min(details.scroll, max(0, lines.count - area.rows))
  }

  var visibleRows: Int { area.rows }

  /// The position where the last group begins: the preview problems.
  var lastGroup: Int {
    let heading = lines.lastIndex { if case .heading = $0 { true } else { false } } ?? 0
    return min(heading, scrollLimit)
  }

  var scrollLimit: Int { max(0, lines.count - visibleRows) }

  /// The position in the lines: `line 3 of 41`.
  var positionText: String { localized("line \(scroll + 1) of \(lines.count)") }

  private static func lines(
    of groups: [DetailFacts.Group], labelColumns: Int, columns: Int, ellipsis: String
  ) -> [Line] {
    var lines: [Line] = []
    for group in groups where !group.facts.isEmpty {
      if !lines.isEmpty { lines.append(.blank) }
      lines += TextWrapping.lines(group.heading, columns: columns, limit: 2).map(Line.heading)
      for fact in group.facts {
        let texts = TextWrapping.lines(
          fact.text, columns: max(1, columns - labelColumns), limit: 200, ellipsis: ellipsis)
        for (index, text) in texts.enumerated() {
          let label = index == 0 ? fact.label : ""
          lines.append(.fact(label: label, text: text, fact))
        }
      }
    }
    return lines
  }
}
