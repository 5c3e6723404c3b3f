import Links
import Markup

/// A tag with the number of its links.
public struct TagCount: Hashable, Sendable {
  var tag: String
  var count: Int

  public init(tag: String, count: Int) {
    self.tag = tag
    self.count = count
  }
}

extension SavedState {
  /// Returns the completions of the word at the cursor, most useful first.
  /// - Parameter present: the tags of the prompt's links.
  func completions(of prompt: Prompt, presentTags present: [String]) -> [String] {
    switch prompt.purpose {
    case .filter:
      if let tag = prompt.tagAtCursor {
        filterTags(beginningWith: tag)
      } else {
        filterCompletions(of: String(prompt.word))
      }
    case .tags, .spinTags: tagCompletions(of: prompt, present: present)
    case .address, .title, .newAddress, .help, .find: []
    }
  }

  /// Returns the tags in use that begin with a word, most used first. For an empty word, returns
  /// the tags that the links don't have.
  private func tagCompletions(of prompt: Prompt, present: [String]) -> [String] {
    let isRemoval = prompt.word.hasPrefix("-")
    let word = prompt.word.drop { $0 == "-" || $0 == "#" }.tagKey
    guard !prompt.word.contains(where: \.isWhitespace) else { return [] }
    let used = Set((present + TagTerms(prompt.text).added).map(\.tagKey))
    let candidates = isRemoval && !present.isEmpty ? present : tags
    return candidates.lazy
      .filter { $0.tagKey.hasPrefix(word) && $0.tagKey != word }
      .filter { !word.isEmpty || isRemoval || !used.contains($0.tagKey) }
      .prefix(5).map { tag in
        (isRemoval ? "-" : "") + (tag.contains(where: TagTerms.separates) ? "\"\(tag)\"" : tag)
      }
  }

  private func filterCompletions(of word: String) -> [String] {
    let sign = word.hasPrefix("-") ? "-" : ""
    let term = word.dropFirst(sign.count).lowercased()
    // Offers the most used tags.
    if term == "#" { return filterTags(beginningWith: "").map { sign + $0 } }
    guard term.hasPrefix("is:") else { return [] }
    return SavedFilter.stateWords.filter { $0.hasPrefix(term) && $0 != term }.map { sign + $0 }
  }

  private func filterTags(beginningWith name: String) -> [String] {
    tags.lazy.filter { $0.tagKey.hasPrefix(name.tagKey) && $0.tagKey != name.tagKey }
      .prefix(5).map(SavedFilter.word)
  }
}

/// Parses typed tags: `swift -draft "Dev Tools"` adds the first and the last tag, and removes the
/// second. Spaces and commas separate tags. Quotation marks enclose a tag with spaces.
struct TagTerms: Equatable {
  private(set) var added: [String] = []
  private(set) var removed: [String] = []

  var isEmpty: Bool { added.isEmpty && removed.isEmpty }

  init(_ text: String) {
    var word = ""
    var isQuoted = false
    for character in text + " " {
      if character == "\"" {
        isQuoted.toggle()
      } else if !isQuoted, Self.separates(character) {
        add(word)
        word = ""
      } else {
        word.append(character)
      }
    }
    // An unclosed quotation mark encloses the text to the end.
    add(word)
  }

  static func separates(_ character: Character) -> Bool {
    character.isWhitespace || character == ","
  }

  private mutating func add(_ word: String) {
    let isRemoval = word.hasPrefix("-")
    let name = word.drop { $0 == "#" || $0 == "-" }.split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    guard !name.isEmpty else { return }
    if isRemoval { removed.append(name) } else { added.append(name) }
  }
}
