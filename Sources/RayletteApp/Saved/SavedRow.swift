import Foundation
import LinkPreview
import Links
import Markup
import TerminalGrid

/// Draws a saved link in the list, in one row or two.
///
/// The cursor's bar, the selection mark, the tile, the title, the host, the age, and the link's state
/// with its tags have their columns. In two rows, all but the title are below it.
struct SavedRow: StateView {
  let state: AppState
  /// The row or rows of the link.
  let area: GridRect
  let columns: Columns

  /// The columns of a list.
  struct Columns {
    /// The first column of the text.
    let text: Int
    let hasTiles: Bool
    /// The width of the host; 0 if there's no room for it.
    let host: Int
    /// The width of the state and the tags; 0 if there's no room for them.
    let facts: Int
    let age = RelativeTime.shortColumns

    static let tile = 3
    static let gap = 2
    /// The width that a title keeps beside other columns.
    private static let title = 29

    init(_ layout: SavedLayout, appearance: Appearance) {
      let width = layout.list.columns
      hasTiles = appearance.hasColors && appearance.symbols.hasBlocks && width >= 40
      text = hasTiles ? Self.tile + SiteTile.columns + 1 : Self.tile
      let room = max(0, width - text - 1 - age - Self.gap)
      if layout.linkRows > 1 {
        // Beside a card, what's known about the link needs the room more.
        host = min(28, room < 40 ? room / 3 : room * 2 / 5)
        facts = max(0, room - host - Self.gap)
      } else {
        let narrow = min(28, max(12, (room - Self.gap) / 4))
        let rest = room - narrow - 2 * Self.gap - Self.title
        facts = rest >= 10 ? min(40, rest, max(10, (room - narrow) / 3)) : 0
        let host = facts > 0 ? narrow : min(28, max(12, (room - Self.gap) / 3))
        self.host = room - host - Self.gap >= Self.title ? host : 0
      }
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
      drawFacts(of: link, in: &grid, x: end, y: text.y)
      end -= Columns.gap
    }
    drawAge(of: link, in: &grid, end: end, y: text.y)
    end -= columns.age + Columns.gap
    if columns.host > 0 {
      end -= columns.host
      drawHost(of: link, in: &grid, x: end, y: text.y)
      end -= Columns.gap
    }
    let state = stateStyle(of: link, isInFacts: columns.facts > 0)
    drawTitle(
      of: link, in: &grid, columns: end - text.x,
      style: titleStyle(of: link, isAtCursor: isAtCursor, state: state))
  }

  // MARK: - Two rows

  private func drawLines(of link: SavedLink, isAtCursor: Bool, in grid: inout Grid) {
    drawTitle(
      of: link, in: &grid, columns: text.columns,
      style: titleStyle(of: link, isAtCursor: isAtCursor, state: nil))
    let y = text.y + 1
    var x = text.x + columns.age
    drawAge(of: link, in: &grid, end: x, y: y)
    x += Columns.gap
    // The excerpt comes before the other facts, which are known anyway.
    let excerpt = state.saved.excerpts.line(of: link.id, for: state.saved.query.filter)
    if excerpt == nil || columns.facts >= Self.excerptMinimum {
      drawHost(of: link, in: &grid, x: x, y: y)
      x += columns.host + Columns.gap
    }
    guard let excerpt else { return drawFacts(of: link, in: &grid, x: x, y: y) }
    let highlight = MatchHighlight(terms: state.saved.query.filter.textWords)
    let part = highlight.beginning(of: excerpt, columns: text.maxX - x, ellipsis: symbols.ellipsis)
    draw(part, highlight, in: &grid, x: x, y: y, columns: text.maxX - x, style: theme.secondary)
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

  private func drawTitle(of link: SavedLink, in grid: inout Grid, columns: Int, style: CellStyle) {
    draw(
      link.metadata.displayTitle, in: &grid, x: text.x, y: text.y, columns: columns, style: style)
  }

  private func drawHost(of link: SavedLink, in grid: inout Grid, x: Int, y: Int) {
    draw(
      link.metadata.url.displayHost, in: &grid, x: x, y: y, columns: columns.host,
      style: theme.secondary)
  }

  /// Draws the state, the tags and the mark of a note.
  private func drawFacts(of link: SavedLink, in grid: inout Grid, x: Int, y: Int) {
    var x = x
    let end = x + columns.facts
    var parts: [(String, CellStyle)] = []
    if let reading = link.reading?.shortText { parts.append((reading, theme.secondary)) }
    if let text = link.check?.outcome.shortText {
      parts.append((text, link.stateStyle(theme) ?? theme.secondary))
    }
    if !link.tags.isEmpty { parts.append((link.tagText, theme.secondary)) }
    if !link.note.isEmpty { parts.append((symbols.note, theme.secondary)) }
    for (text, style) in parts where x < end {
      x = draw(text, in: &grid, x: x, y: y, columns: end - x, style: style) + 2
    }
  }

  /// Draws the time since the link was saved or, in the trash, removed.
  private func drawAge(of link: SavedLink, in grid: inout Grid, end: Int, y: Int) {
    let age = RelativeTime.short(from: link.trashedAt ?? link.savedAt, to: surroundings.now)
    grid.draw(age, x: end - DisplayWidth.columns(of: age), y: y, style: theme.secondary)
  }

  private func titleStyle(of link: SavedLink, isAtCursor: Bool, state: CellStyle?) -> CellStyle {
    var style = state ?? (isAtCursor ? theme.accent : .plain)
    // Titles of links that were never opened are bold.
    style.attributes.formSymmetricDifference(
      style.attributes.contains(.bold) == (link.openedAt == nil) ? [] : .bold)
    return style
  }

  /// Returns the colour of the link's state for its title, unless the facts show the state.
  private func stateStyle(of link: SavedLink, isInFacts: Bool) -> CellStyle? {
    isInFacts ? nil : link.stateStyle(theme)
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

extension SavedLink {
  var tagText: String { tags.map { "#\($0)" }.joined(separator: " ") }

  /// The colour of a link that needs attention.
  func stateStyle(_ theme: Theme) -> CellStyle? {
    guard let state = check?.outcome.state, state != .ok else { return nil }
    return state.isFinal ? theme.failure : theme.warning
  }
}
