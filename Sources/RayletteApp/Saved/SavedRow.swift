import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid

/// Draws a saved link in the list, in one row or two.
///
/// The cursor's bar, the selection mark, the tile, the reading state, the title, the host, the age,
/// and the check's result with the tags have their columns. In two rows, those after the title are
/// below it.
struct SavedRow: StateView {
  let state: AppState
  /// The row or rows of the link.
  let area: GridRect
  let columns: Columns

  /// The columns of a list. Each takes what its widest cell on screen needs, and the title the
  /// rest.
  struct Columns {
    /// The first column of the text.
    let text: Int
    let hasTiles: Bool
    /// The width of the reading state; 0 if no link on screen shows one.
    private(set) var state = 0
    /// The width of the host; 0 if there's no room for it.
    private(set) var host = 0
    /// The width of the facts; 0 if there are none, or no room for them.
    private(set) var facts = 0
    let age = RelativeTime.shortColumns

    static let tile = 3
    static let gap = 2
    /// The share of the list that titles keep if they need it.
    private static let titleShare = 56
    /// Narrower hosts and facts tell nothing, unless they're whole.
    private static let minimum = 9

    init(_ layout: SavedLayout, of links: [SavedLink], in state: AppState) {
      let appearance = state.surroundings.appearance
      let symbols = appearance.symbols
      hasTiles = Self.hasTiles(layout, appearance: appearance)
      func widest(_ text: (SavedLink) -> String) -> Int {
        links.reduce(0) { max($0, DisplayWidth.columns(of: text($1))) }
      }
      let start = hasTiles ? Self.tile + SiteTile.columns + 1 : Self.tile
      self.state = widest { symbols.sign(of: $0.reading) }
      text = start + (self.state > 0 ? self.state + 1 : 0)
      let width = layout.list.columns
      let room = max(0, width - text - 1 - age - Self.gap)
      let needs = (
        host: widest { $0.metadata.url.displayHost },
        facts: links.reduce(0) { max($0, $1.facts(state.theme, symbols).columns) }
      )
      let isAbove = layout.rowHeight > 1
      let title = isAbove ? 0 : widest { $0.metadata.displayTitle } + Self.gap
      let kept = isAbove ? 0 : min(title, width * Self.titleShare / 100 + Self.gap)
      share(max(0, room - kept), needs)
    }

    static func hasTiles(_ layout: SavedLayout, appearance: Appearance) -> Bool {
      appearance.hasColors && appearance.symbols.hasBlocks && layout.list.columns >= 40
    }

    /// Gives the host and the facts what they need or, without room for both, a half each.
    private mutating func share(_ room: Int, _ needs: (host: Int, facts: Int)) {
      let both = max(0, room - (needs.host > 0 && needs.facts > 0 ? Self.gap : 0))
      host = min(needs.host, max(both / 2, both - needs.facts))
      facts = min(needs.facts, both - host)
      if host < min(needs.host, Self.minimum) {
        (host, facts) = (0, min(needs.facts, room))
      } else if facts < min(needs.facts, Self.minimum) {
        (host, facts) = (min(needs.host, room), 0)
      }
      if host < min(needs.host, Self.minimum) { host = 0 }
      if facts < min(needs.facts, Self.minimum) { facts = 0 }
    }
  }

  /// The rectangle of the text.
  private var text: GridRect {
    GridRect(
      x: area.x + columns.text, y: area.y, columns: max(0, area.columns - columns.text - 1),
      rows: area.rows)
  }

  func draw(_ id: SavedLink.ID, isAtCursor: Bool, in grid: inout Grid) {
    let isSelected = state.saved.selectedIDs.contains(id)
    if isAtCursor {
      for y in area.y..<area.maxY {
        let bar = y == area.y ? symbols.selection : symbols.selectionBelow
        grid.draw(bar, x: area.x, y: y, style: theme.accent)
      }
      grid.place(Cursor(x: text.x, y: text.y))
    }
    if isSelected { grid.draw(symbols.mark, x: area.x + 1, y: area.y, style: theme.accentBlock) }
    if let link = state.saved.link(id) {
      if columns.hasTiles { drawTile(of: link, in: &grid) }
      drawState(of: link, in: &grid)
      if area.rows == 1 {
        drawLine(of: link, isAtCursor: isAtCursor, in: &grid)
      } else {
        drawLines(of: link, isAtCursor: isAtCursor, in: &grid)
      }
    } else {
      grid.draw(symbols.ellipsis, x: text.x, y: text.y, style: theme.secondary, clip: text)
    }
    if isAtCursor { grid.highlight(area, in: surroundings.appearance) }
  }

  // MARK: - One row

  private func drawLine(of link: SavedLink, isAtCursor: Bool, in grid: inout Grid) {
    var end = text.maxX
    if columns.facts > 0 {
      end -= columns.facts
      drawFacts(of: link, in: &grid, x: end, y: text.y, columns: columns.facts)
      end -= Columns.gap
    }
    drawAge(of: link, in: &grid, end: end, y: text.y)
    end -= columns.age + Columns.gap
    if columns.host > 0 {
      end -= columns.host
      drawHost(of: link, in: &grid, x: end, y: text.y, columns: columns.host)
      end -= Columns.gap
    }
    drawTitle(
      of: link, isAtCursor: isAtCursor, showsState: columns.facts == 0, in: &grid,
      columns: end - text.x)
  }

  // MARK: - Two rows

  private func drawLines(of link: SavedLink, isAtCursor: Bool, in grid: inout Grid) {
    drawTitle(
      of: link, isAtCursor: isAtCursor, showsState: false, in: &grid, columns: text.columns)
    let y = text.y + 1
    let end = text.maxX - columns.age - Columns.gap
    drawAge(of: link, in: &grid, end: text.maxX, y: y)
    guard let excerpt = state.saved.excerpts.line(of: link.id, for: state.saved.query.filter) else {
      let start = factsStart(of: link, end: end)
      drawHost(of: link, in: &grid, x: text.x, y: y, columns: start - Columns.gap - text.x)
      return drawFacts(of: link, in: &grid, x: start, y: y, columns: end - start)
    }
    // The excerpt comes before the other facts, which are known anyway.
    var x = text.x
    if end - x - columns.host - Columns.gap >= Self.excerptMinimum {
      drawHost(of: link, in: &grid, x: x, y: y, columns: columns.host)
      x += columns.host + Columns.gap
    }
    let highlight = MatchHighlight(terms: state.saved.query.filter.textWords)
    let part = highlight.beginning(of: excerpt, columns: end - x, ellipsis: symbols.ellipsis)
    draw(part, highlight, in: &grid, x: x, y: y, columns: end - x, style: theme.secondary)
  }

  /// Returns the column of a link's facts below its title. Facts stand below each other, unless
  /// the host or the facts need what the other one leaves.
  private func factsStart(of link: SavedLink, end: Int) -> Int {
    let aligned = text.x + columns.host + Columns.gap
    let host = DisplayWidth.columns(of: link.metadata.url.displayHost)
    let facts = link.facts(theme, symbols).columns
    if facts <= 0 { return end + Columns.gap }
    let afterHost = text.x + host + Columns.gap
    return host > columns.host
      ? max(aligned, min(afterHost, end - facts)) : min(aligned, max(afterHost, end - facts))
  }

  /// Narrower excerpts take the place of the host too.
  private static let excerptMinimum = 40

  // MARK: - Parts

  /// Draws the site's icon, or else its letter.
  private func drawTile(of link: SavedLink, in grid: inout Grid) {
    let x = area.x + Columns.tile
    if let icon = state.saved.icons.icon(of: link.metadata) {
      grid.draw(icon, x: x, y: area.y, clip: area)
    } else {
      SiteTile(link.metadata, appearance: surroundings.appearance)?.draw(in: &grid, x: x, y: area.y)
    }
  }

  /// Draws the mark of an unread link, or how much of it is read.
  private func drawState(of link: SavedLink, in grid: inout Grid) {
    let sign = symbols.sign(of: link.reading)
    let isUnread = ReadingState.isUnread(link.reading)
    grid.draw(
      sign, x: text.x - 1 - DisplayWidth.columns(of: sign), y: area.y,
      style: isUnread ? theme.accent : theme.secondary, clip: area)
  }

  /// Draws the title: bold if the link is unread, in the secondary colour if it's read.
  /// - Parameter showsState: whether the title has the colour of a page that's gone or has moved,
  ///   because nothing else shows that.
  private func drawTitle(
    of link: SavedLink, isAtCursor: Bool, showsState: Bool, in grid: inout Grid, columns: Int
  ) {
    var style =
      (showsState ? link.stateStyle(theme) : nil)
      ?? (isAtCursor ? theme.accent : link.reading?.readAt == nil ? .plain : theme.secondary)
    if ReadingState.isUnread(link.reading) {
      style.attributes.insert(.bold)
    } else {
      style.attributes.remove(.bold)
    }
    draw(
      link.metadata.displayTitle, in: &grid, x: text.x, y: text.y, columns: columns, style: style)
  }

  private func drawHost(of link: SavedLink, in grid: inout Grid, x: Int, y: Int, columns: Int) {
    draw(
      link.metadata.url.displayHost, in: &grid, x: x, y: y, columns: columns,
      style: theme.secondary)
  }

  private func drawFacts(of link: SavedLink, in grid: inout Grid, x: Int, y: Int, columns: Int) {
    var x = x
    let end = x + columns
    for (text, style) in link.facts(theme, symbols).parts where x < end {
      x = draw(text, in: &grid, x: x, y: y, columns: end - x, style: style) + LinkFacts.gap
    }
  }

  /// Draws the time since the link was saved or, in the trash, removed.
  private func drawAge(of link: SavedLink, in grid: inout Grid, end: Int, y: Int) {
    let age = RelativeTime.short(from: link.trashedAt ?? link.savedAt, to: surroundings.now)
    grid.draw(age, x: end - DisplayWidth.columns(of: age), y: y, style: theme.secondary)
  }

  /// Draws text with its matches highlighted, truncated to a number of columns.
  /// - Returns: the column after the text.
  @discardableResult
  private func draw(
    _ string: String, _ highlight: MatchHighlight? = nil, in grid: inout Grid, x: Int, y: Int,
    columns: Int, style: CellStyle
  ) -> Int {
    guard columns > 0 else { return x }
    let visible = symbols.truncated(string, columns: columns)
    return grid.draw(
      visible, highlighting: highlight ?? MatchHighlight(state.saved.query), x: x, y: y,
      style: style,
      matchStyle: theme.match, clip: area)
  }
}

/// The check's result, the tags and the mark of a note, for the end of a link's row.
struct LinkFacts {
  fileprivate(set) var parts: [(text: String, style: CellStyle)] = []
  fileprivate static let gap = 2

  /// The columns that all of them need.
  var columns: Int {
    parts.reduce(-Self.gap) { $0 + Self.gap + DisplayWidth.columns(of: $1.text) }
  }
}

extension Symbols {
  /// Returns the sign of a reading state for a narrow column: `●` for an unread page, and `18%`
  /// for one that's begun. Without columns, the facts have it as words.
  fileprivate func sign(of reading: ReadingState?) -> String {
    if !hasColumns || reading?.readAt != nil { return "" }
    guard let place = reading?.place, place.progress > 0 else { return unread }
    return "\(max(1, Int((place.progress * 100).rounded())))%"
  }
}

extension ReadingState {
  /// Whether a page with a state, or without one, is neither read nor begun.
  fileprivate static func isUnread(_ state: ReadingState?) -> Bool {
    state?.readAt == nil && (state?.place?.progress ?? 0) == 0
  }
}

extension SavedLink {
  fileprivate func facts(_ theme: Theme, _ symbols: Symbols) -> LinkFacts {
    var facts = LinkFacts()
    if !symbols.hasColumns, let reading = reading?.shortText {
      facts.parts.append((reading, theme.secondary))
    }
    if let text = check?.outcome.shortText {
      facts.parts.append((text, stateStyle(theme) ?? theme.secondary))
    }
    if !tags.isEmpty { facts.parts.append((tagText, theme.secondary)) }
    if !note.isEmpty { facts.parts.append((symbols.note, theme.secondary)) }
    return facts
  }

  var tagText: String { tags.map { "#\($0)" }.joined(separator: " ") }

  /// The colour of a link that needs attention.
  func stateStyle(_ theme: Theme) -> CellStyle? {
    guard let state = check?.outcome.state, state != .ok else { return nil }
    return state.isFinal ? theme.failure : theme.warning
  }
}
