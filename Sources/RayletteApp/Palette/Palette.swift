import Links
import TerminalGrid

/// The commands that have an effect on the screen below, narrowed by typing.
struct Palette: Equatable, Sendable {
  struct Entry: Equatable, Sendable {
    /// The stable name.
    let command: String
    let title: String
    /// Whether the command opens something to type, to choose or to confirm.
    var asksForMore = false
    let chords: [KeyChord]

    /// The keys as shown on screen.
    var keys: [String] { chords.map(\.label) }
  }

  /// An entry that matches the typed text.
  struct Match: Equatable, Sendable {
    let entry: Entry
    /// Whether the match is fuzzy: only the letters of a typed word occur.
    let isFuzzy: Bool
  }

  /// The most recently used commands first, then the others in the order of the key map.
  let entries: [Entry]
  /// The saved link that was at the cursor when the palette opened. Commands act on it.
  let link: SavedLink.ID?
  private(set) var text = Prompt(.filter)
  private(set) var matches: [Match]
  private(set) var selection = 0

  init(_ entries: [Entry], link: SavedLink.ID?) {
    self.entries = entries
    self.link = link
    matches = entries.map { Match(entry: $0, isFuzzy: false) }
  }

  var selected: Entry? {
    matches.indices.contains(selection) ? matches[selection].entry : nil
  }

  /// The typed words.
  var terms: [String] { text.text.split(whereSeparator: \.isWhitespace).map(String.init) }

  mutating func select(_ index: Int) { selection = min(max(0, index), max(0, matches.count - 1)) }

  /// Edits the typed text.
  /// - Returns: false if the key has no meaning here.
  mutating func edit(_ key: Key) -> Bool {
    let before = text.text
    guard text.edit(key) else { return false }
    if text.text != before { filter() }
    return true
  }

  /// Inserts pasted text, as ``Prompt/paste(_:)``.
  mutating func paste(_ pasted: String) -> String? {
    defer { filter() }
    return text.paste(pasted)
  }

  /// Lists the entries that contain every typed word, best first. Equally good entries keep their
  /// order.
  private mutating func filter() {
    let terms = terms
    selection = 0
    matches = entries.enumerated().compactMap { index, entry in
      CommandRank(of: terms, in: entry).map { (index, entry, $0) }
    }
    .sorted { ($0.2, $0.0) < ($1.2, $1.0) }
    .map { Match(entry: $0.1, isFuzzy: $0.2.kind == .fuzzy) }
  }
}

/// The commands that were run from the palette, latest first.
struct RecentCommands: Equatable, Sendable {
  private(set) var names: [String] = []

  private static let limit = 20

  init(_ names: [String] = []) { self.names = Array(names.prefix(Self.limit)) }

  mutating func add(_ name: String) {
    names.removeAll { $0 == name }
    names.insert(name, at: 0)
    names = Array(names.prefix(Self.limit))
  }
}

extension Palette {
  mutating func move(_ movement: Movement, in surroundings: Surroundings) {
    let page = max(1, PaletteLayout(self, in: surroundings).box.rows.rows - 1)
    select(movement.target(from: selection, page: page))
  }
}
