import Foundation
import LinkPreview
import LinkStore
import TerminalGrid

/// A saved link in full: its card, and below it what the person made of it.
struct SavedCard {
  let link: SavedLink
  let state: AppState

  func draw(in grid: inout Grid, rect: Rect) {
    let theme = state.appearance.theme
    let symbols = state.appearance.symbols
    let lines = lines(columns: rect.columns - 4)
    let card = PrintedCard(
      metadata: link.metadata, columns: rect.columns, appearance: state.appearance)
    let cardRows = min(card.cardRows, max(4, rect.rows - lines.count))
    LinkCard(
      content: .metadata(link.metadata, link: Wheel.Link(address: "")),
      appearance: state.appearance
    ).draw(in: &grid, rect: Rect(x: rect.x, y: rect.y, columns: rect.columns, rows: cardRows))
    for (row, line) in lines.prefix(max(0, rect.rows - cardRows)).enumerated() {
      let text = TextWrapping.truncated(
        line.text, columns: rect.columns - 4, ellipsis: symbols.ellipsis)
      grid.draw(
        text, x: rect.x + 2, y: rect.y + cardRows + row,
        style: line.isOwn ? .plain : theme.secondary, clip: rect)
    }
  }

  private func lines(columns: Int) -> [(text: String, isOwn: Bool)] {
    let facts = SavedFacts(link: link, now: state.now, symbols: state.appearance.symbols)
    var lines = [(link.metadata.url.absoluteString, false)]
    lines.append(("saved \(RelativeTime.words(from: link.savedAt, to: state.now))", false))
    if let openedAt = link.openedAt {
      lines[1].0 +=
        " \(state.appearance.symbols.separator) opened "
        + RelativeTime.words(from: openedAt, to: state.now)
    }
    switch link.check?.outcome {
    case .moved(let url)?: lines.append(("The site moved it to \(url.absoluteString)", false))
    case .gone?: lines.append(("The site says that there is no such page any more.", false))
    case .unreachable(let reason)?: lines.append((reason, false))
    case .ok?, nil: break
    }
    if !link.isFetched { lines.append(("not fetched yet", false)) }
    if !link.tags.isEmpty { lines.append((facts.tags, true)) }
    if !link.note.isEmpty {
      lines.append(("", false))
      lines += link.note.split(separator: "\n", omittingEmptySubsequences: false).flatMap {
        TextWrapping.lines(String($0), columns: columns, limit: 8)
      }.map { ($0, true) }
    }
    return lines
  }
}
