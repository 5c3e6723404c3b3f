import Links
import Localization
import Markup

/// A text that can be put in a line that's being typed.
struct Completion: Hashable, Sendable {
  let text: String
  /// Its meaning, or the number of its links.
  var detail = ""
  var isMeaning = false
  /// Whether it replaces the whole line instead of the word at the cursor.
  var isLine = false
  /// Whether a value is typed next.
  var takesValue = false

  /// The text with the space before the next word.
  var insertion: String { isLine || takesValue ? text : text + " " }

  /// The completion with the `-` of an exclusion.
  fileprivate var excluded: Completion {
    Completion(
      text: "-\(text)", detail: isMeaning ? localized("not: \(detail)") : detail,
      isMeaning: isMeaning,
      takesValue: takesValue)
  }
}

/// Finds the completions of a filter.
struct FilterCompletions {
  private let tags: [SavedFacets.Count]
  private let sites: [SavedFacets.Count]
  private let searches: [SavedSearch]
  private let history: [String]

  init(of saved: SavedState, searches: [SavedSearch]) {
    tags = saved.tags
    sites = saved.sites
    history = saved.filterHistory.texts
    self.searches = searches
  }

  /// Returns the completions, most useful first: of an empty line, everything that can be typed;
  /// otherwise, of the word at the cursor and of the whole line.
  func completions(of prompt: Prompt) -> [Completion] {
    if prompt.text.allSatisfy(\.isWhitespace) {
      let lines = Array(previousFilters("").prefix(3)) + savedSearches("")
      return unique(lines + words("") + allValues)
    }
    let isAtEnd = prompt.cursor == prompt.text.count
    let lines = isAtEnd ? lines(beginningWith: prompt.text) : []
    if let tag = prompt.tagAtCursor {
      return unique(tags(named: tag).filter { $0.text != "#\(tag)" } + lines)
    }
    guard !prompt.isInPhrase else { return [] }
    let word = prompt.word.asciiFolded
    if word.hasPrefix("-") {
      return terms(word.dropFirst().lowercased()).filter { $0.text != "-" }.map { $0.excluded }
    }
    return unique(terms(word.lowercased()) + lines)
  }

  /// Returns the completions of a word without the `-` of an exclusion.
  private func terms(_ word: String) -> [Completion] {
    if word.isEmpty { return words("") + allValues }
    if word.hasPrefix("#") { return word == "#" ? tags(named: "") : [] }
    if word.hasPrefix("site:") {
      let host = WebAddress.displayHost(named: String(word.dropFirst(5)))
      return sites(named: host).filter { $0.text != word }
    }
    let words = words(word)
    // The values of `is:` and so on aren't tags or sites.
    return word.contains(":") ? words : tags(named: word) + sites(named: word) + words
  }

  private var allValues: [Completion] { tags(named: "") + sites(named: "") }

  /// Returns the tags that begin with a name, most used first.
  private func tags(named name: String) -> [Completion] {
    let key = name.tagKey
    return tags.lazy.filter { $0.name.tagKey.hasPrefix(key) }
      .map { Completion(text: SavedFilter.word(forTag: $0.name), detail: $0.count.linkCount) }
  }

  /// Returns the sites with a name that a part of the host begins with, most links first.
  private func sites(named name: String) -> [Completion] {
    sites.lazy.filter { site in
      site.name.hasPrefix(name) || site.name.contains(".\(name)")
    }
    .map { Completion(text: "site:\($0.name)", detail: $0.count.linkCount) }
  }

  /// Returns the words of the filter language that begin with a text, or whose value does. Those
  /// that stand for themselves come first.
  private func words(_ text: String) -> [Completion] {
    let matches = SavedFilter.words.filter { word in
      guard !word.text.isEmpty, word.text != text else { return false }
      let value = word.text.drop { $0 != ":" }.dropFirst()
      return word.text.hasPrefix(text) || value.first?.isLetter == true && value.hasPrefix(text)
    }
    let sorted = matches.filter { !$0.takesValue } + matches.filter(\.takesValue)
    return sorted.map {
      Completion(text: $0.text, detail: $0.meaning, isMeaning: true, takesValue: $0.takesValue)
    }
  }

  private func lines(beginningWith text: String) -> [Completion] {
    savedSearches(text) + previousFilters(text)
  }

  /// Returns the filters of the config file whose name or text begins with a text.
  private func savedSearches(_ text: String) -> [Completion] {
    let start = text.lowercased()
    return searches.filter { search in
      search.filter != text
        && [search.name, search.filter].contains { $0.lowercased().hasPrefix(start) }
    }
    .map { Completion(text: $0.filter, detail: localized("saved search \($0.name)"), isLine: true) }
  }

  /// Returns the previous filters that begin with a text, latest first.
  private func previousFilters(_ text: String) -> [Completion] {
    let start = text.lowercased()
    return history.filter { $0.lowercased().hasPrefix(start) && $0 != text }
      .map { Completion(text: $0, detail: localized("previous filter"), isLine: true) }
  }

  /// Removes completions with the text of an earlier one.
  private func unique(_ completions: [Completion]) -> [Completion] {
    var texts: Set<String> = []
    return completions.filter { texts.insert($0.text).inserted }
  }
}
