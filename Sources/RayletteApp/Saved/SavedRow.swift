import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid

/// Draws a saved link in the list, in one row or two.
///
/// The cursor's bar, the selection mark, the tile and the text each have their columns, separated
/// by a space. Below or after the title are the domain, the age, the tags and the link's state.
struct SavedRow {
  let state: AppState
  /// The row or rows of the link.
  let area: Rect
  let columns: Columns

  /// The columns of a list with a width.
  struct Columns {
    /// The first column of the text.
    let text: Int
    let hasTiles: Bool
    /// The width of the domain in lists with one row for each link; 0 if there's no room for it.
    let domain: Int
    /// The width of the tags and the state in lists with one row for each link.
    let tags: Int

    static let tile = 3
    static let age = 4

    init(width: Int, appearance: Appearance) {
      hasTiles = appearance.hasColors && appearance.symbols.hasBlocks && width >= 40
      text = hasTiles ? Self.tile + SiteTile.columns + 1 : Self.tile
      let room = width - text - Self.age - 2
      tags = room >= 84 ? min(40, room / 4) : room >= 56 ? 12 : 0
      domain = room - tags >= 44 ? min(28, (room - tags) / 3) : 0
    }
  }

  private var theme: Theme { state.appearance.theme }
  private var symbols: Symbols { state.appearance.symbols }
  /// The rectangle of the text.
  private var text: Rect {
    Rect(
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
    if isSelected { grid.draw(symbols.mark, x: area.x + 1, y: area.y, style: theme.accent) }
    if let link = state.saved.link(id) {
      if columns.hasTiles { drawTile(of: link, in: &grid) }
      if area.rows == 1 {
        drawLine(of: link, isAtCursor: isAtCursor, in: &grid)
      } else {
        drawTitle(of: link, isAtCursor: isAtCursor, in: &grid)
        drawFacts(of: link, in: &grid)
      }
    } else {
      grid.draw(symbols.ellipsis, x: text.x, y: text.y, style: theme.secondary, clip: text)
    }
    if isAtCursor { grid.tint(area, background: theme.selectionBackground) }
  }

  // MARK: - One row

  private func drawLine(of link: SavedLink, isAtCursor: Bool, in grid: inout Grid) {
    var end = text.maxX
    if columns.tags > 0 {
      end -= columns.tags
      let facts = SavedFacts(link: link, now: state.now, symbols: symbols)
      drawMarks(of: facts, in: &grid, x: end, y: text.y, columns: columns.tags)
      end -= 2
    }
    drawAge(of: link, in: &grid, end: end, y: text.y)
    end -= Columns.age + 2
    if columns.domain > 0 {
      let x = end - columns.domain
      draw(
        link.metadata.url.displayHost, in: &grid, x: x, y: text.y, columns: columns.domain,
        style: theme.secondary)
      end = x - 2
    }
    let title = stateStyle(of: link, isInFacts: columns.tags > 0)
    draw(
      link.metadata.displayTitle, in: &grid, x: text.x, y: text.y, columns: end - text.x,
      style: titleStyle(of: link, isAtCursor: isAtCursor, state: title))
  }

  // MARK: - Two rows

  private func drawTitle(of link: SavedLink, isAtCursor: Bool, in grid: inout Grid) {
    let style = titleStyle(of: link, isAtCursor: isAtCursor, state: nil)
    guard link.metadata.title != nil, text.columns >= Self.columnsForDomain else {
      draw(
        link.metadata.displayTitle, in: &grid, x: text.x, y: text.y, columns: text.columns,
        style: style)
      return
    }
    // The title is truncated to make room for the domain, but keeps two thirds of the line.
    let host = DisplayWidth.columns(of: link.metadata.url.displayHost)
    let hostRoom = min(host + 2, text.columns / 3)
    let end = draw(
      link.metadata.displayTitle, in: &grid, x: text.x, y: text.y,
      columns: text.columns - hostRoom, style: style)
    draw(
      link.metadata.url.displayHost, in: &grid, x: end + 2, y: text.y,
      columns: text.maxX - end - 2, style: theme.secondary)
  }

  /// Narrower lists have the domain in the second row.
  private static let columnsForDomain = 48

  private func drawFacts(of link: SavedLink, in grid: inout Grid) {
    let y = text.y + 1
    drawAge(of: link, in: &grid, end: text.x + Columns.age, y: y)
    var x = text.x + Columns.age + 2
    // The excerpt comes before the other facts, which are known anyway.
    if let line = state.saved.excerpts.line(of: link.id, for: state.saved.query.filter) {
      let highlight = MatchHighlight(terms: state.saved.query.filter.textWords)
      let columns = text.maxX - x
      let part = highlight.beginning(of: line, columns: columns, ellipsis: symbols.ellipsis)
      draw(part, highlight, in: &grid, x: x, y: y, columns: columns, style: theme.secondary)
      return
    }
    if link.metadata.title != nil, text.columns < Self.columnsForDomain {
      x =
        draw(
          link.metadata.url.displayHost, in: &grid, x: x, y: y,
          columns: min(24, text.maxX - x), style: theme.secondary) + 2
    }
    let facts = SavedFacts(link: link, now: state.now, symbols: symbols)
    drawMarks(of: facts, in: &grid, x: x, y: y, columns: text.maxX - x)
  }

  // MARK: - Parts

  /// Draws the site's icon, or else its letter.
  private func drawTile(of link: SavedLink, in grid: inout Grid) {
    let x = area.x + Columns.tile
    if let icon = state.saved.icons.icon(of: link.metadata) {
      grid.draw(icon, x: x, y: area.y, clip: area)
    } else {
      SiteTile(link.metadata, appearance: state.appearance)?.draw(in: &grid, x: x, y: area.y)
    }
  }

  /// Draws the state, the mark of a note and the tags.
  private func drawMarks(
    of facts: SavedFacts, in grid: inout Grid, x: Int, y: Int, columns: Int
  ) {
    var x = x
    let end = x + columns
    var parts: [(String, Style)] = []
    if let reading = facts.link.reading?.shortText { parts.append((reading, theme.secondary)) }
    if let text = facts.link.check?.outcome.shortText {
      parts.append((text, facts.link.stateStyle(theme) ?? theme.secondary))
    }
    if !facts.link.tags.isEmpty { parts.append((facts.tags, theme.secondary)) }
    if !facts.link.note.isEmpty { parts.append((symbols.note, theme.secondary)) }
    for (text, style) in parts where x < end {
      x = draw(text, in: &grid, x: x, y: y, columns: end - x, style: style) + 2
    }
  }

  /// Draws the time since the link was saved or, in the trash, removed.
  private func drawAge(of link: SavedLink, in grid: inout Grid, end: Int, y: Int) {
    let age = RelativeTime.short(from: link.trashedAt ?? link.savedAt, to: state.now)
    grid.draw(age, x: end - DisplayWidth.columns(of: age), y: y, style: theme.secondary)
  }

  private func titleStyle(of link: SavedLink, isAtCursor: Bool, state: Style?) -> Style {
    var style = state ?? (isAtCursor ? theme.accent : .plain)
    // Titles of links that were never opened are bold.
    style.attributes.formSymmetricDifference(
      style.attributes.contains(.bold) == (link.openedAt == nil) ? [] : .bold)
    return style
  }

  /// Returns the colour of the link's state for its title, unless the facts show the state.
  private func stateStyle(of link: SavedLink, isInFacts: Bool) -> Style? {
    isInFacts ? nil : link.stateStyle(theme)
  }

  /// Draws text with its matches highlighted, truncated to a number of columns.
  /// - Returns: the column after the text.
  @discardableResult
  private func draw(
    _ string: String, _ highlight: MatchHighlight? = nil, in grid: inout Grid, x: Int, y: Int,
    columns: Int, style: Style
  ) -> Int {
    guard columns > 0 else { return x }
    let visible = TextWrapping.truncated(string, columns: columns, ellipsis: symbols.ellipsis)
    return grid.draw(
      visible, highlighting: highlight ?? MatchHighlight(state.saved.query), x: x, y: y,
      style: style,
      matchStyle: theme.match, clip: area)
  }
}

extension SavedLink {
  /// The colour of a link that needs attention.
  func stateStyle(_ theme: Theme) -> Style? {
    guard let state = check?.outcome.state, state != .ok else { return nil }
    return state.isFinal ? theme.failure : theme.warning
  }
}

/// The facts about a saved link in a list row.
struct SavedFacts {
  let link: SavedLink
  let now: Date
  let symbols: Symbols

  var tags: String { link.tags.map { "#\($0)" }.joined(separator: " ") }
}
