/// A list to choose from, narrowed by typing: the tags in use, or the saved searches.
public struct Chooser: Equatable, Sendable {
  public enum Purpose: Hashable, Sendable { case tags, searches }

  struct Entry: Hashable, Sendable {
    var label: String
    /// What is shown at the right: a count, or what is searched for.
    var detail: String
    /// The filter that choosing it sets.
    var filter: String
  }

  let purpose: Purpose
  private(set) var entries: [Entry]
  /// Whether the entries haven't been read yet.
  private(set) var isAwaited: Bool
  private(set) var text = Prompt(.filter)
  private(set) var selection = 0

  init(_ purpose: Purpose, entries: [Entry]? = nil) {
    self.purpose = purpose
    self.entries = entries ?? []
    isAwaited = entries == nil
  }

  var title: String {
    switch purpose {
    case .tags: "Tags"
    case .searches: "Saved searches"
    }
  }

  /// The entries that contain every typed word.
  var matches: [Entry] {
    let words = text.text.lowercased().split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return entries }
    return entries.filter { entry in
      let label = entry.label.lowercased()
      return words.allSatisfy { label.contains($0) }
    }
  }

  var selected: Entry? {
    let matches = matches
    return matches.indices.contains(selection) ? matches[selection] : nil
  }

  mutating func show(_ entries: [Entry]) {
    self.entries = entries
    isAwaited = false
    move(by: 0)
  }

  mutating func select(_ index: Int) { selection = min(max(0, index), max(0, matches.count - 1)) }

  mutating func move(by step: Int) { select(selection + step) }

  /// Narrows the list.
  /// - Returns: False if the key has no meaning here.
  mutating func edit(_ key: Key) -> Bool {
    guard text.edit(key) else { return false }
    selection = 0
    return true
  }

  mutating func paste(_ pasted: String) {
    text.paste(pasted)
    selection = 0
  }
}
