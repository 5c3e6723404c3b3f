import Foundation
import LinkPreview
import Links
import Localization
import Markup
import TerminalGrid

/// Draws a saved link's card, with the user's tags, note and the kept text below it.
struct SavedCard: StateView {
  let link: SavedLink
  let state: AppState
  let rect: GridRect

  func draw(in grid: inout Grid) {
    let layout = SavedCardLayout(link, in: rect, of: state)
    let frame = layout.card.layout.frame
    layout.card.draw(in: &grid)
    for (row, line) in layout.lines.prefix(max(0, rect.maxY - frame.maxY)).enumerated() {
      let text = symbols.truncated(line.text, columns: rect.columns - 2 * CardLayout.margin)
      let (x, y) = (rect.x + CardLayout.margin, frame.maxY + row)
      if line.kind == .excerpt {
        let highlight = MatchHighlight(terms: state.saved.query.filter.textWords)
        grid.draw(
          text, highlighting: highlight, x: x, y: y, style: style(of: line.kind),
          matchStyle: theme.match, clip: rect)
      } else {
        grid.draw(
          text, linkingTo: line.kind == .address ? link.metadata.address.text : "", x: x, y: y,
          style: style(of: line.kind), clip: rect)
      }
    }
    // The text of the page fills what's left, after a blank row.
    let y = frame.maxY + layout.lines.count + 1
    let text = GridRect(
      x: rect.x + CardLayout.margin, y: y, columns: rect.columns - 2 * CardLayout.margin,
      rows: rect.maxY - y)
    state.saved.paneText.draw(link, in: text, of: state, in: &grid)
  }

  private func style(of kind: SavedCardLine.Kind) -> CellStyle {
    switch kind {
    case .plain: .plain
    case .address: CellStyle(attributes: .underline)
    case .secondary, .excerpt: theme.secondary
    case .warning: theme.warning
    case .failure: theme.failure
    }
  }
}

/// A saved link's card, and the lines below it.
struct SavedCardLayout {
  let card: LinkCard
  /// The lines below the card.
  let lines: [SavedCardLine]

  init(_ link: SavedLink, in rect: GridRect, of state: AppState) {
    let content = CardContent.metadata(link.metadata, link: Wheel.Link(address: ""))
    let text = CardText(
      content: content, appearance: state.surroundings.appearance, now: state.surroundings.now,
      summaryLimit: max(4, rect.rows / 3))
    lines = SavedCardLine.lines(of: link, in: rect, state: state)
    // The space doesn't depend on the link, so that all pictures are in the same position. A long
    // note covers the end of the card's text instead.
    let room = GridRect(
      x: rect.x, y: rect.y, columns: rect.columns,
      rows: max(4, rect.rows - max(3, min(lines.count, rect.rows / 3))))
    card = LinkCard(text, room: room, pictures: state.surroundings.pictures)
  }
}

/// A line below the card of a saved link.
struct SavedCardLine {
  enum Kind { case plain, address, secondary, excerpt, warning, failure }
  let text: String
  var kind = Kind.secondary

  /// Returns the lines below the card, so many that the card keeps half of the height.
  static func lines(of link: SavedLink, in rect: GridRect, state: AppState) -> [SavedCardLine] {
    let columns = rect.columns - 2 * CardLayout.margin
    let all =
      facts(of: link, columns: columns, state: state)
      + own(of: link, columns: columns, state: state)
    let limit = max(3, rect.rows / 2)
    guard all.count > limit else { return all }
    let more = localized("\(state.symbols.ellipsis) i shows the rest")
    return all.prefix(limit - 1) + [SavedCardLine(text: more)]
  }

  private static func facts(of link: SavedLink, columns: Int, state: AppState) -> [SavedCardLine] {
    let times = [
      localized("saved \(RelativeTime.text(from: link.savedAt, to: state.surroundings.now))"),
      link.openedAt.map {
        localized("opened \(RelativeTime.text(from: $0, to: state.surroundings.now))")
      },
    ].compactMap(\.self)
    var lines = [
      SavedCardLine(text: link.metadata.address.text, kind: .address),
      SavedCardLine(text: times.joined(separator: state.symbols.separator)),
    ]
    if let outcome = link.check?.outcome, outcome != .ok {
      lines.append(.init(text: outcome.message, kind: outcome.state.isFinal ? .failure : .warning))
    }
    if !link.isFetched {
      lines.append(
        state.saved.backfill.failures[link.id].map { error in
          SavedCardLine(
            text: state.surroundings.keyMap.message(error.explanation, advising: "saved.reload") {
              localized("Press \($0) to retry.")
            }, kind: .warning)
        } ?? SavedCardLine(text: DetailFacts.notFetched))
    }
    // Rows of the list with a second line have it there.
    if state.saved.view.density(in: state.surroundings) == .one,
      let excerpt = state.saved.excerpts.line(of: link.id, for: state.saved.query.filter)
    {
      lines.append(SavedCardLine(text: excerpt, kind: .excerpt))
    }
    return lines.flatMap { line in
      state.symbols.lines(
        line.text, columns: columns, limit: line.kind == .address ? 1 : 3
      ).map { SavedCardLine(text: $0, kind: line.kind) }
    }
  }

  private static func own(of link: SavedLink, columns: Int, state: AppState) -> [SavedCardLine] {
    var lines = link.tags.isEmpty ? [] : [link.tagText]
    if !link.note.isEmpty {
      let paragraphs = link.note.split(separator: "\n", omittingEmptySubsequences: false)
      lines +=
        [""] + paragraphs.flatMap { TextWrapping.lines(String($0), columns: columns, limit: 8) }
    }
    return lines.map { SavedCardLine(text: $0, kind: .plain) }
  }
}
