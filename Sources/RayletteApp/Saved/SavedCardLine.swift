import Markup
import Foundation
import LinkPreview
import LinkStore
import TerminalGrid

/// A line below the card of a saved link.
struct SavedCardLine {
  let text: String
  /// Whether the words are the person's.
  var isOwn = false

  /// As many lines as leave the card its half.
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
