import Foundation
package import Links
import Localization
import Markup
import TerminalGrid

/// A list to choose from, such as the tags in use, narrowed by typing.
package struct Chooser: Equatable, Sendable {
  package enum Purpose: Hashable, Sendable {
    case tags, searches
    /// The tags of some links, to change them.
    case tagging(TagTarget)
    /// The wheels, and the values that the wheel in use can be narrowed to.
    case wheels, narrowing
    /// The cards that came up, and the links and hosts that never come up again.
    case history, never
    /// The headings and the links of the page in the reader.
    case contents, links
    /// The changes of a link, to undo one of them.
    case changes
    /// The browsers whose bookmarks can be imported.
    case browsers
    /// The palette: the commands that have an effect on the screen below. They act on the saved link
    /// that was at the cursor when it opened.
    case commands(SavedLink.ID?)
  }

  struct Entry: Hashable, Sendable {
    var label: String
    /// The texts at the right, such as counts or filters.
    var details: [String]
    /// Whether the entry's choice is in force already.
    var isMarked = false
    /// More text to find the typed words in.
    var terms = ""
    var choice: Choice
  }

  /// The command of an entry.
  enum Choice: Hashable, Sendable {
    /// Filters the saved links.
    case filter(String)
    case wheel(WheelSummary)
    /// Spins all saved links.
    case savedLinks
    /// Narrows the wheel, or removes a narrowing.
    case narrowing(WheelNarrowing)
    /// Shows a card again.
    case visit(Visit)
    /// Lets a link or a host come up again.
    case allow(NeverAgain)
    /// Goes to a position in the reader.
    case heading(ArticleAnchor)
    /// Selects a link in the reader.
    case link(Int)
    /// Puts a tag on the links or takes it off.
    /// - Parameter share: how many of the links have it; nil for a new tag, which no link has.
    case tag(String, TagShare?)
    /// Undoes a change.
    case undo(LinkChange.ID)
    /// Imports the bookmarks of browsers, which have so many.
    case browsers([WebBrowser], count: Int)
    case command(ListedCommand)
  }

  let purpose: Purpose
  private(set) var entries: [Entry]
  /// Whether the entries haven't been read yet.
  private(set) var isAwaited: Bool
  /// The request for the entries, if only this list needs them.
  var request = LatestRequest<Purpose>()
  private(set) var text = Prompt(.filter)
  private(set) var selection = 0
  /// Whether a comma has just ended a tag, so that a space after it does nothing.
  var isAfterComma = false
  /// The tags that were put on the links and taken off so far.
  var tagChange = TagChange()
  /// The entries that match the typed text.
  private(set) var matches: [Entry]
  /// When the list was opened. Words such as `after:7d` are relative to it.
  private let date: Date

  init(_ purpose: Purpose, entries: [Entry]? = nil, at date: Date) {
    self.purpose = purpose
    self.entries = entries ?? []
    matches = self.entries
    isAwaited = entries == nil
    self.date = date
  }

  var title: String {
    switch purpose {
    case .tags: localized("Tags")
    case .tagging(let target): localized("Tags of \(target.count, "link")")
    case .searches: localized("Saved searches")
    case .wheels: localized("Wheels")
    case .narrowing: localized("Spin only")
    case .history: localized("History")
    case .never: localized("Never again")
    case .contents: localized("Contents")
    case .links: localized("Links")
    case .changes: localized("Undo a change")
    case .browsers: localized("Import bookmarks")
    case .commands: localized("Commands")
    }
  }

  /// The screen of its commands.
  var focus: Focus { if case .commands = purpose { .palette } else { .chooser } }

  /// The largest width of the list.
  var columns: Int {
    switch purpose {
    case .tagging: 48
    case .tags, .searches, .narrowing, .browsers: 64
    case .commands: 84
    case .wheels, .contents, .links, .changes: 96
    case .history, .never: 120
    }
  }

  /// The message in place of an empty list.
  var emptyMessage: String {
    if !entries.isEmpty { return ScreenTexts.noMatches }
    return switch purpose {
    case .tagging: text.text.isEmpty ? localized("No tags yet; type one.") : ScreenTexts.noMatches
    case .history: localized("No card has come up yet.")
    case .browsers: SavedState.noBookmarks
    case .never: localized("Links and hosts that never come up again are listed here.")
    case .tags, .searches, .wheels, .narrowing, .contents, .links, .changes, .commands:
      ScreenTexts.noMatches
    }
  }

  /// The typed words.
  var terms: [String] { text.text.split(whereSeparator: \.isWhitespace).map(String.init) }

  var selected: Entry? { matches.indices.contains(selection) ? matches[selection] : nil }

  mutating func show(_ entries: [Entry]) {
    self.entries = entries
    isAwaited = false
    findMatches()
  }

  /// Changes the entries.
  mutating func update(_ change: (inout [Entry]) -> Void) {
    change(&entries)
    findMatches()
  }

  mutating func clearText() {
    text = Prompt(.filter)
    findMatches()
  }

  mutating func select(_ index: Int) {
    selection = min(max(0, index), max(0, matches.count - 1))
    isAfterComma = false
  }

  mutating func move(by step: Int) { select(selection + step) }

  mutating func move(_ movement: Movement, in surroundings: Surroundings) {
    let page = max(1, ChooserLayout(self, in: surroundings).rows.rows - 1)
    select(movement.target(from: selection, page: page))
  }

  /// Narrows the list.
  /// - Returns: false if the key has no meaning here.
  mutating func edit(_ key: Key) -> Bool {
    if isTagging, case .character(let character) = key, FilterSign.separatesTags(character),
      !TagSearch.takesSpaces(text.text)
    {
      addTypedTag()
      return true
    }
    let before = text.text
    guard text.edit(key) else { return false }
    isAfterComma = false
    if text.text != before { narrow() }
    return true
  }

  /// Inserts pasted text, as ``Prompt/paste(_:)``.
  mutating func paste(_ pasted: String) -> String? {
    guard isTagging, text.text.isEmpty else {
      defer { narrow() }
      return text.paste(pasted)
    }
    let tags = FilterSign.tags(in: pasted)
    for tag in tags.dropLast() {
      _ = text.paste(tag)
      narrow()
      addTypedTag()
    }
    defer { narrow() }
    return text.paste(tags.last ?? "")
  }

  private mutating func narrow() {
    selection = 0
    findMatches()
  }

  private mutating func findMatches() {
    switch purpose {
    case .tagging: matches = TagSearch(text.text).matches(in: entries)
    case .commands: matches = CommandRank.matches(of: terms, in: entries)
    case .history:
      var filter = VisitFilter(SavedFilter(text.text, isTyped: true), now: date)
      matches = entries.filter { entry in
        if case .visit(let visit) = entry.choice { filter.matches(visit) } else { false }
      }
    case .tags, .searches, .wheels, .narrowing, .never, .contents, .links, .changes, .browsers:
      let words = terms.map { $0.widthFolded.lowercased() }
      matches = entries.filter { entry in
        let label = "\(entry.label) \(entry.terms)".widthFolded.lowercased()
        return words.allSatisfy { label.contains($0) }
      }
    }
    move(by: 0)
  }
}

/// The answer to a request of a list to choose from.
package enum ChooserAction: Equatable, Sendable {
  case choicesRead(RequestID, Result<Chooser.Choices, StoreError>)
}

extension Chooser.Entry {
  /// The command of an entry of the palette.
  var command: ListedCommand? { if case .command(let command) = choice { command } else { nil } }

  init(tag: String, count: Int) {
    self.init(
      label: "#\(tag)", details: [count.grouped], choice: .filter(SavedFilter.word(forTag: tag)))
  }
}
