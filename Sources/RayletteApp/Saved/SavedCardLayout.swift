import Foundation
import LinkPreview
import LinkStore
import Markup
import TerminalGrid

/// The place of a saved link's card, and the lines below it.
struct SavedCardLayout {
  let area: Rect
  let content: CardContent
  let arrangement: CardLayout.Arrangement
  /// The lines below the card.
  let lines: [SavedCardLine]
  /// The request for the picture, at the size that the card has room for.
  let picture: PictureRequest?

  init(_ link: SavedLink, in rect: Rect, of state: AppState) {
    lines = SavedCardLine.lines(of: link, in: rect, state: state)
    let room = max(4, rect.rows - lines.count)
    let textRows = PrintedCard.textRows(
      of: link.metadata, columns: rect.columns - 6, symbols: state.appearance.symbols,
      summaryRows: max(4, rect.rows / 4))
    // The picture gets the rows that the text leaves, and at most half of the height. A long
    // summary is truncated to make room for a small picture.
    let small = min(CardLayout.rowsAboveMinimum, room - 3 - min(textRows, 6))
    content = .metadata(link.metadata, link: Wheel.Link(address: ""))
    arrangement = .above(rows: max(small, min(room - 3 - textRows, rect.rows / 2)))
    let full = Rect(x: rect.x, y: rect.y, columns: rect.columns, rows: room)
    let form = state.pictures.form
    let place = CardLayout(
      content, rect: full, hasPictures: form != nil, arrangement: arrangement
    ).picture
    // The height of the picture and the text.
    let rows = place.map { $0.rows + 1 + textRows + 2 } ?? CardLayout.rows(forText: textRows)
    area = Rect(x: rect.x, y: rect.y, columns: rect.columns, rows: min(room, rows))
    let layout = CardLayout(
      content, rect: area, hasPictures: form != nil, arrangement: arrangement)
    picture = layout.picture.flatMap { link.metadata.pictureRequest(size: $0.size, form: form) }
  }
}

/// A line below the card of a saved link.
struct SavedCardLine {
  let text: String
  /// Whether the user wrote the text.
  var isOwn = false

  /// Returns at most as many lines as leave half of the height to the card.
  static func lines(of link: SavedLink, in rect: Rect, state: AppState) -> [SavedCardLine] {
    let all = facts(of: link, state: state) + own(of: link, columns: rect.columns - 4, state: state)
    let limit = max(3, rect.rows / 2)
    guard all.count > limit else { return all }
    let more = "\(state.appearance.symbols.ellipsis) i shows the rest"
    return all.prefix(limit - 1) + [SavedCardLine(text: more)]
  }

  private static func facts(of link: SavedLink, state: AppState) -> [SavedCardLine] {
    let times = [
      "saved \(RelativeTime.text(from: link.savedAt, to: state.now))",
      link.openedAt.map { "opened \(RelativeTime.text(from: $0, to: state.now))" },
    ].compactMap(\.self)
    var lines = [
      link.metadata.address.text, times.joined(separator: state.appearance.symbols.separator),
    ]
    if let outcome = link.check?.outcome, outcome != .ok { lines.append(outcome.sentence) }
    if !link.isFetched {
      let hasFailed = state.saved.backfill.unfetchable.contains(link.id)
      lines.append(hasFailed ? "Couldn't load the page. Press R to retry." : "not fetched yet")
    }
    return lines.map { SavedCardLine(text: $0) }
  }

  private static func own(
    of link: SavedLink, columns: Int, state: AppState
  ) -> [SavedCardLine] {
    let facts = SavedFacts(link: link, now: state.now, symbols: state.appearance.symbols)
    var lines = link.tags.isEmpty ? [] : [facts.tags]
    if !link.note.isEmpty {
      let paragraphs = link.note.split(separator: "\n", omittingEmptySubsequences: false)
      lines +=
        [""] + paragraphs.flatMap { TextWrapping.lines(String($0), columns: columns, limit: 8) }
    }
    return lines.map { SavedCardLine(text: $0, isOwn: true) }
  }
}
