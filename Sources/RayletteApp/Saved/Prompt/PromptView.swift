import Links
import Localization
import Markup
import TerminalGrid

/// Draws the line being typed, in place of the footer.
struct PromptView: StateView {
  let prompt: Prompt
  let state: AppState

  func draw(in grid: inout Grid, y: Int) {
    let hint = hint
    let hintColumns = DisplayWidth.columns(of: hint)
    let columns = grid.size.columns
    let x = grid.draw(prompt.label, x: 1, y: y, style: theme.accent)
    let room = max(8, columns - x - 2 - (hintColumns < columns / 2 ? hintColumns + 2 : 0))
    let clip = GridRect(x: x, y: y, columns: room, rows: 1)
    let end = grid.draw(prompt, in: clip)
    if prompt.isSelected {
      grid.reverse(GridRect(x: x, y: y, columns: end - x, rows: 1))
    }
    if isTagOpen {
      grid.draw(
        symbols.ellipsis, x: end, y: y, style: theme.secondary,
        clip: clip)
    }
    if hintColumns < columns / 2 {
      grid.draw(hint, x: columns - 1 - hintColumns, y: y, style: theme.secondary)
    }
  }

  /// Whether the list shows all tags that begin with the last word.
  private var isTagOpen: Bool {
    prompt.purpose == .filter && prompt.filter.tagBeingTyped != nil
      && state.saved.listing.requestedQuery.filter == prompt.filter
  }

  /// The number of matches, or the reason why there are so many.
  private var filterHint: String {
    // A word that's being typed isn't known yet.
    if let unknown = prompt.filter.unknownWords.first, state.completions.isEmpty {
      return localized("\(unknown) isn't known")
    }
    return state.saved.query.isFuzzy
      ? localized("no match, \(state.saved.ids.count.grouped) similar")
      : localized("\(state.saved.ids.count.grouped) of \(state.saved.total.grouped)")
  }

  /// The position and the number of the matches.
  private var findHint: String {
    guard let search = state.reader.page?.search else {
      return localized("enter keeps the place, esc goes back")
    }
    guard let current = search.current else { return localized("no matches") }
    return localized("\(current + 1) of \(search.matches.count)")
  }

  /// The number of matches, or what enter does.
  private var hint: String {
    switch prompt.purpose {
    case .filter: filterHint
    case .address: localized("an address; enter saves it")
    case .title: localized("enter goes on to the address")
    case .newAddress: localized("enter changes it, esc keeps it")
    case .find: findHint
    case .help: state.modals.help.map { HelpLayout($0, in: surroundings).countText } ?? ""
    }
  }
}

extension Grid {
  /// Draws the text of a line that's typed, with the cursor. A long text scrolls left, so that the
  /// cursor stays visible.
  /// - Returns: the column after the text.
  mutating func draw(_ prompt: Prompt, in field: GridRect) -> Int {
    var before = prompt.text.prefix(prompt.cursor)
    while DisplayWidth.columns(of: String(before)) >= field.columns { before = before.dropFirst() }
    let text = String(before) + prompt.text.dropFirst(prompt.cursor)
    let (cursor, end) = draw(text, cursor: before.utf8.count, x: field.x, y: field.y, clip: field)
    place(Cursor(x: cursor, y: field.y, kind: .insertion))
    return end
  }
}
