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
    let area = cardArea(in: rect)
    card(in: rect).draw(in: &grid, rect: area)
    let symbols = state.appearance.symbols
    for (row, line) in lines(in: rect).prefix(max(0, rect.rows - area.rows)).enumerated() {
      let text = TextWrapping.truncated(
        line.text, columns: rect.columns - 4, ellipsis: symbols.ellipsis)
      grid.draw(
        text, x: rect.x + 2, y: area.maxY + row,
        style: line.isOwn ? .plain : theme.secondary, clip: rect)
    }
  }

  /// The picture that the card has room for.
  func picture(in rect: Rect) -> PictureRequest? {
    card(in: rect).request(in: cardArea(in: rect))
  }

  private func card(in rect: Rect) -> LinkCard {
    LinkCard(
      content: .metadata(link.metadata, link: Wheel.Link(address: "")),
      appearance: state.appearance, now: state.now, pictures: state.pictures,
      arrangement: arrangement(in: rect))
  }

  /// The picture gets what the text leaves, and half of the height at most. For a small picture, a
  /// long summary is cut short.
  private func arrangement(in rect: Rect) -> CardLayout.Arrangement {
    let room = rows(in: rect) - 3
    let small = min(CardLayout.rowsAboveMinimum, room - min(textRows(in: rect), 6))
    return .above(rows: max(small, min(room - textRows(in: rect), rect.rows / 2)))
  }

  /// The rows that the card may take.
  private func rows(in rect: Rect) -> Int {
    max(4, rect.rows - lines(in: rect).count)
  }

  /// As many lines as leave the card its half.
  private func lines(in rect: Rect) -> [(text: String, isOwn: Bool)] {
    let all = lines(columns: rect.columns - 4)
    let limit = max(3, rect.rows / 2)
    guard all.count > limit else { return all }
    let more = "\(state.appearance.symbols.ellipsis) i shows the rest"
    return all.prefix(limit - 1) + [(more, false)]
  }

  private func textRows(in rect: Rect) -> Int {
    PrintedCard.textRows(
      of: link.metadata, columns: rect.columns - 6, symbols: state.appearance.symbols,
      summaryRows: max(4, rect.rows / 4))
  }

  /// As tall as what the card says, and its picture.
  private func cardArea(in rect: Rect) -> Rect {
    let (room, textRows) = (rows(in: rect), textRows(in: rect))
    var area = Rect(x: rect.x, y: rect.y, columns: rect.columns, rows: room)
    if let picture = card(in: rect).layout(in: area).picture {
      area.size.rows = min(room, picture.rows + 1 + textRows + 2)
    } else {
      area.size.rows = min(room, textRows + (textRows + 2 >= 8 ? 4 : 2))
    }
    return area
  }

  private func lines(columns: Int) -> [(text: String, isOwn: Bool)] {
    let facts = SavedFacts(link: link, now: state.now, symbols: state.appearance.symbols)
    var lines = [(link.metadata.url.absoluteString, false)]
    lines.append(("saved \(RelativeTime.words(from: link.savedAt, to: state.now))", false))
    if let openedAt = link.openedAt {
      lines[1].0 +=
        "\(state.appearance.symbols.separator)opened "
        + RelativeTime.words(from: openedAt, to: state.now)
    }
    if let outcome = link.check?.outcome, outcome != .ok { lines.append((outcome.sentence, false)) }
    if !link.isFetched {
      let hasFailed = state.saved.unfetchable.contains(link.id)
      lines.append((hasFailed ? "could not be fetched; R tries again" : "not fetched yet", false))
    }
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
