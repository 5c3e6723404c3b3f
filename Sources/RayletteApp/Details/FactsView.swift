import LinkPreview
import Links
import Localization
import Markup
import TerminalGrid

/// Draws facts, one per line: everything known about a link, or the state of the exchange with other
/// devices.
struct FactsView {
  private let layout: FactsLayout
  private let surroundings: Surroundings

  init(_ layout: FactsLayout, in surroundings: Surroundings) {
    self.layout = layout
    self.surroundings = surroundings
  }

  private var theme: Theme { surroundings.theme }

  func draw(in grid: inout Grid) {
    let area = layout.area
    let top = layout.title ?? area
    grid.place(Cursor(x: top.x, y: top.y))
    if layout.title != nil {
      grid.draw(localized("Sync"), x: top.x, y: top.y, style: theme.title, clip: top)
    }
    for (row, line) in layout.visibleLines.enumerated() {
      let y = area.y + row
      switch line {
      case .heading(let text):
        grid.draw(text, x: area.x, y: y, style: theme.title, clip: area)
      case .fact(let label, let text, let fact):
        grid.draw(label, x: area.x, y: y, style: theme.secondary, clip: area)
        grid.draw(
          text, linkingTo: fact.kind == .address ? fact.text : "", x: area.x + layout.labelColumns,
          y: y, style: style(of: fact.kind), clip: area)
      case .blank: break
      }
    }
    Scrollbar(count: layout.lineCount, visible: area.rows, top: layout.scroll)
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

/// The lines of facts, and their scroll position.
struct FactsLayout: ScrolledText {
  enum Line {
    case heading(String)
    /// A line of a fact. The first line has the label. An address is whole in each line, so that it
    /// opens as a whole.
    case fact(label: String, text: String, DetailFacts.Fact)
    case blank
  }

  /// The line with the name of the screen, or nil if the facts begin with a heading.
  let title: GridRect?
  let area: GridRect
  let lines: [Line]
  /// The width of the labels with the gap after them.
  let labelColumns: Int
  let scroll: Int

  init(_ details: LinkDetails, in surroundings: Surroundings) {
    let facts = DetailFacts(
      details: details, now: surroundings.now, symbols: surroundings.symbols,
      problemsKey: surroundings.keyMap.label(of: "details.problems"))
    self.init(facts.groups, scroll: details.scroll, labelColumns: 12, lineLimit: 200, surroundings)
  }

  init(_ status: SyncStatus, scroll: Int, in surroundings: Surroundings) {
    let facts = SyncFacts(status: status, now: surroundings.now).facts
    self.init([("", facts)], scroll: scroll, labelColumns: 13, lineLimit: 4, surroundings)
  }

  /// - Parameters:
  ///   - groups: the facts. Those without a heading are below the name of the screen.
  ///   - labelColumns: the least width of the labels.
  ///   - lineLimit: the most lines of a fact.
  private init(
    _ groups: [DetailFacts.Group], scroll: Int, labelColumns: Int, lineLimit: Int,
    _ surroundings: Surroundings
  ) {
    let body = surroundings.body
    let margin = body.columns < 60 ? 1 : 3
    let top = body.isSpacious ? 1 : 0
    let columns = min(body.columns - 2 * margin, 110)
    let line = GridRect(x: body.x + margin, y: body.y + top, columns: columns, rows: 1)
    title = groups.first?.heading == "" ? line : nil
    let start = title == nil ? line.y : line.maxY + top
    area = GridRect(x: line.x, y: start, columns: columns, rows: body.maxY - start)
    let labelColumns = groups.flatMap(\.facts).reduce(labelColumns) {
      max($0, DisplayWidth.columns(of: $1.label) + 2)
    }
    self.labelColumns = labelColumns
    var lines: [Line] = []
    for group in groups where !group.facts.isEmpty {
      if !lines.isEmpty { lines.append(.blank) }
      if !group.heading.isEmpty {
        lines += TextWrapping.lines(group.heading, columns: columns, limit: 2).map(Line.heading)
      }
      for fact in group.facts {
        lines += surroundings.symbols.lines(
          fact.text, columns: max(1, columns - labelColumns), limit: lineLimit
        ).enumerated().map {
          .fact(label: $0.offset == 0 ? fact.label : "", text: $0.element, fact)
        }
      }
    }
    self.lines = lines
    self.scroll = min(scroll, max(0, lines.count - area.rows))
  }

  var lineCount: Int { lines.count }
  var visibleRows: Int { area.rows }
  var visibleLines: ArraySlice<Line> { lines.dropFirst(scroll).prefix(area.rows) }

  /// The position where the last group begins: the preview problems.
  var lastGroup: Int {
    let heading = lines.lastIndex { if case .heading = $0 { true } else { false } } ?? 0
    return min(heading, scrollLimit)
  }

  /// The lines on screen, each fact with its label.
  var spokenLines: [String] {
    var spoken: [String] = []
    var previous: DetailFacts.Fact?
    for line in visibleLines {
      switch line {
      case .heading(let text):
        spoken.append(text)
        previous = nil
      case .fact(let label, let text, let fact):
        if label.isEmpty, fact == previous, let last = spoken.popLast() {
          spoken.append("\(last) \(text)")
        } else {
          spoken.append(label.isEmpty ? text : localized("\(label): \(text)"))
        }
        previous = fact
      case .blank: break
      }
    }
    return spoken
  }
}
