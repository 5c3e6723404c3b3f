import Localization
import Markup

/// A search query for saved links, as the user types it.
///
/// Words match the beginnings of words in title, site, summary, tags, note and address, or in the
/// kept text of the page. `"…"` matches a phrase, `site:host` the host in any form that a browser
/// shows, and `text:word` and
/// `text:"…"` only the text. `is:dead` and the other ``stateWords`` match the state of a link.
/// `before:2026-01` and `after:7d` match the date of saving, with any ``PointInTime``. `-` before
/// any of them excludes its matches, including matches in the page's text.
///
/// `#tag` matches a whole tag, ignoring case, and `#ta*` matches all tags with this prefix. A tag
/// with spaces, or with a `*` at its end, is in quotation marks: `#"build systems"`, `#"build"*`.
/// Inside quotation marks, a doubled quotation mark stands for one. See ``word(forTag:)``.
///
/// Words of one letter aren't searched in texts, except in scripts without spaces, because nearly
/// every text has a word that begins with any letter. Such a word counts as found in texts if the
/// filter has a longer word. Otherwise it only matches the link itself.
///
/// The signs and keys of the language are read in any width that an input method gives them: see
/// ``FilterSign``.
///
///     SavedFilter(#"swift "ray tracing" #tutorial site:github is:unread after:1y -video"#)
public struct SavedFilter: Hashable, Sendable {
  /// The filter as typed.
  public let text: String
  /// The text in pieces, one for each term.
  let words: [String]
  package var terms: [Term]
  package let tags: [TagTerm]
  package let conditions: [LinkCondition]
  /// Words in the form of `is:dead` or `before:2026` that are unknown or incomplete, without the
  /// `-` of an exclusion. They match everything, so that the list doesn't vanish while the user
  /// types.
  ///
  ///     SavedFilter("swift is:ded").unknownWords  // ["is:ded"]
  public let unknownWords: [String]
  /// The tag at the end of a line that's being typed.
  private let openTag: OpenTag?

  private struct OpenTag: Hashable, Sendable {
    /// The text before the tag in the line.
    var before: String
    var term: TagTerm
  }

  /// One search term.
  package struct Term: Hashable, Sendable {
    package enum Scope: Hashable, Sendable { case anywhere, host, text }
    package var text: String
    package var scope = Scope.anywhere
    package var isPhrase = false
    package var isExcluded = false
  }

  /// - Parameter isTyped: whether the user is still typing the line. A tag at its end then matches
  ///   all tags with this prefix, until it's ``ended(among:)``.
  public init(_ text: String, isTyped: Bool = false) {
    self.text = text
    var terms: [Term] = []
    var tags: [TagTerm] = []
    var openTag: OpenTag?
    var conditions: [LinkCondition] = []
    var unknownWords: [String] = []
    var words: [String] = []
    var rest = text.drop(while: \.isWhitespace)
    while !rest.isEmpty {
      let start = rest.startIndex
      let isExcluded =
        rest.first.map(FilterSign.isExclusion) == true
        && rest.dropFirst().first.map { !$0.isWhitespace } == true
      if isExcluded { rest = rest.dropFirst() }
      if let word = Self.conditionWord(at: rest) {
        if let condition = LinkCondition(word.asciiFolded, isExcluded: isExcluded) {
          conditions.append(condition)
        } else {
          unknownWords.append(String(word))
        }
        rest = rest[word.endIndex...]
      } else if rest.unicodeScalars.first.map(FilterSign.isTag) == true {
        var (term, isOpen, end) = TagTerm.parse(rest, isTyped: isTyped)
        term.isExcluded = isExcluded
        if isOpen { openTag = OpenTag(before: String(text[..<rest.startIndex]), term: term) }
        // A `#` alone isn't a tag yet.
        if !term.name.isEmpty || term.isPrefix { tags.append(term) }
        rest = end
      } else {
        var term: Term
        (term, rest) = Self.term(at: rest)
        term.isExcluded = isExcluded
        // Skips text without letters and digits, because the index doesn't contain it.
        if term.text.contains(where: { $0.isLetter || $0.isNumber }) { terms.append(term) }
      }
      words.append(String(text[start..<rest.startIndex]))
      rest = rest.drop(while: \.isWhitespace)
    }
    self.words = words
    self.terms = terms
    self.tags = tags
    self.openTag = openTag
    self.conditions = conditions
    self.unknownWords = unknownWords
  }

  /// Returns the word at the start of a text if it states a condition, known or not.
  private static func conditionWord(at start: Substring) -> Substring? {
    let word = start.prefix { !$0.isWhitespace }
    let text = word.asciiFolded.lowercased()
    return LinkCondition.prefixes.contains(where: text.hasPrefix) ? word : nil
  }

  private static func term(at start: Substring) -> (Term, Substring) {
    var rest = start
    var term = Term(text: "")
    switch rest.prefix(5).asciiFolded.lowercased() {
    case "site:": term.scope = .host
    case "text:": term.scope = .text
    default: break
    }
    if term.scope != .anywhere { rest = rest.dropFirst(5) }
    func text(_ part: Substring) -> String {
      term.scope == .host ? WebAddress.displayHost(named: part.asciiFolded) : String(part)
    }
    if let closing = rest.first.flatMap(FilterSign.closingQuotes) {
      let phrase = rest.dropFirst().prefix { !closing.contains($0) }
      term.text = text(phrase)
      // A quote that's still open may end in the middle of a word.
      term.isPhrase = phrase.endIndex < rest.endIndex
      return (term, rest[phrase.endIndex...].dropFirst())
    }
    let word = rest.prefix { !$0.isWhitespace }
    term.text = text(word)
    return (term, rest[word.endIndex...])
  }
}

extension SavedFilter {
  /// The words for states of a link, for completion: `is:dead`, `has:text` and so on.
  public static let stateWords =
    LinkCondition.State.allCases.map { LinkCondition.statePrefix + $0.word }
    + LinkCondition.Part.allCases.map { LinkCondition.partPrefix + $0.rawValue }

  /// The values of `is:` as a list: `unread, reading, … or unfetched`.
  package static var stateList: String { LinkCondition.State.allCases.map(\.word).disjunction }

  /// Whether the filter matches everything.
  public var isEmpty: Bool { terms.isEmpty && tags.isEmpty && conditions.isEmpty }

  /// Whether the filter has only exclusions, so that it matches nearly everything.
  public var hasOnlyExclusions: Bool {
    !isEmpty && terms.allSatisfy(\.isExcluded) && tags.allSatisfy(\.isExcluded)
      && conditions.allSatisfy(\.isExcluded)
  }

  /// The words that are searched in the texts of pages.
  public var textWords: [String] {
    terms.filter { !$0.isExcluded && ($0.scope == .anywhere || $0.scope == .text) }.map(\.text)
  }

  /// The words to highlight in matches.
  public var highlights: [String] {
    terms.filter { !$0.isExcluded && $0.scope == .anywhere }.map(\.text)
  }
}

extension SavedFilter {
  /// Returns the word that finds the links with a tag, and no others.
  ///
  ///     SavedFilter.word(forTag: "c++")  // "#c++"
  ///     SavedFilter.word(forTag: "build systems")  // "#\"build systems\""
  public static func word(forTag tag: String) -> String { TagTerm(name: tag).text }

  /// The unfinished tag at the end of a line that's being typed. It matches as a prefix.
  ///
  ///     SavedFilter("swift #bui", isTyped: true).tagBeingTyped  // "bui"
  public var tagBeingTyped: String? { openTag?.term.name }

  /// The text before ``tagBeingTyped`` in the line.
  package var textBeforeTag: String? { openTag?.before }

  /// Returns the filter for a finished line. If the tag at its end exists, it now stands for this
  /// tag alone. Otherwise it's written as a prefix, so that the matches stay the same.
  ///
  ///     SavedFilter("#c", isTyped: true).ended(among: ["c", "c++"]).text  // "#c"
  ///     SavedFilter("#comp", isTyped: true).ended(among: ["compilers"]).text  // "#comp*"
  /// - Parameter tags: the tags in use.
  public func ended(among tags: some Sequence<String>) -> SavedFilter {
    guard let openTag else { return self }
    var term = openTag.term
    term.isPrefix = false
    if !tags.contains(where: term.matcher) { term.isPrefix = true }
    return SavedFilter(openTag.before + term.text)
  }
}

/// Adding words to a filter, and taking them out.
extension SavedFilter {
  /// Returns the word that finds the links of a site, and of those whose hosts begin so or are below
  /// it.
  ///
  ///     SavedFilter.siteWord(for: "github.com")  // "site:github.com"
  public static func siteWord(for host: String) -> String { "site:\(host)" }

  /// Whether the filter has all the terms of another one, which isn't empty.
  ///
  ///     SavedFilter("is:unread #Swift").contains(SavedFilter("#swift"))  // true
  public func contains(_ other: SavedFilter) -> Bool {
    let parts = other.parts
    return !parts.isEmpty && parts.isSubset(of: self.parts)
  }

  /// Returns a filter that also has the words of another one.
  ///
  ///     SavedFilter("ray").adding(SavedFilter("#c")).text  // "ray #c"
  public func adding(_ other: SavedFilter) -> SavedFilter {
    if words.isEmpty { return SavedFilter(other.text) }
    let before = words.joined(separator: " ")
    let filter = SavedFilter("\(before) \(other.text)")
    // Words after a quotation mark that's still open would be inside it.
    return filter.contains(other) ? filter : SavedFilter("\(before)\" \(other.text)")
  }

  /// Returns the filter without the words of another one.
  ///
  ///     SavedFilter("ray #c").removing(SavedFilter("#C")).text  // "ray"
  public func removing(_ other: SavedFilter) -> SavedFilter {
    let parts = other.parts
    let rest = words.filter { SavedFilter($0).parts.isDisjoint(with: parts) }
    return SavedFilter(rest.joined(separator: " "))
  }

  /// The required tags, by name.
  package var requiredTags: [String] {
    tags.filter { !$0.isExcluded && !$0.isPrefix }.map(\.name)
  }

  /// The required hosts.
  package var requiredSites: [String] {
    terms.filter { !$0.isExcluded && $0.scope == .host }.map(\.text)
  }

  /// A term, by its meaning.
  private enum Part: Hashable {
    case term(Term)
    case tag(TagTerm)
    case condition(LinkCondition)
  }

  private var parts: Set<Part> {
    var parts: Set<Part> = []
    for var term in terms {
      term.text = term.text.lowercased()
      parts.insert(.term(term))
    }
    for var tag in tags {
      tag.name = tag.name.tagKey
      parts.insert(.tag(tag))
    }
    for condition in conditions { parts.insert(.condition(condition)) }
    return parts
  }
}

/// The signs of the filter language, in the forms that keyboards and input methods give them.
package enum FilterSign {
  /// Whether a scalar before a name makes it a tag.
  package static func isTag(_ scalar: Unicode.Scalar) -> Bool { scalar == "#" || scalar == "＃" }

  /// Whether a character before a word excludes its matches.
  package static func isExclusion(_ character: Character) -> Bool {
    ["-", "－", "−"].contains(character)
  }

  /// Returns the quotation marks that end what one begins; nil for any other character. A quotation
  /// mark on a keyboard only ends at its like, so that a phrase can have the others in it.
  package static func closingQuotes(_ character: Character) -> [Character]? {
    switch character {
    case "\"", "＂": [character]
    case "“", "”", "„": ["“", "”"]
    default: nil
    }
  }

  package static func isQuote(_ character: Character) -> Bool { closingQuotes(character) != nil }

  /// Whether a character separates the names of tags, outside quotation marks.
  package static func separatesTags(_ character: Character) -> Bool {
    [",", "，", "、"].contains(character)
  }

  /// Returns the names of tags in a text. Commas separate them, except in a name that stands in
  /// quotation marks, where a doubled one stands for one. A quotation mark within a name is part of it.
  ///
  ///     FilterSign.tags(in: #"swift, #to read, "a, b", 5" disk"#)
  ///     // ["swift", "to read", "a, b", #"5" disk"#]
  package static func tags(in text: String) -> [String] {
    var (names, rest, closing) = ([""], Substring(text), [Character]())
    while let character = rest.popFirst() {
      let name = names[names.count - 1]
      if closing.contains(character), rest.first != character {
        closing = []
      } else if closing.isEmpty, separatesTags(character) {
        names.append("")
      } else if closing.isEmpty, Self.name(ofTag: name).isEmpty,
        let marks = closingQuotes(character)
      {
        closing = marks
      } else if !(name.isEmpty && character.isWhitespace) {
        if closing.contains(character) { rest = rest.dropFirst() }
        names[names.count - 1].append(character)
      }
    }
    return names.map { name(ofTag: $0) }.filter { !$0.allSatisfy(\.isWhitespace) }
  }

  /// Returns a name as it's written among others, which ``tags(in:)`` reads back.
  package static func text(ofTag name: String) -> String {
    name.contains(where: separatesTags) || name.first.map(isQuote) == true
      ? "\"\(name.replacingScalars("\"", with: "\"\""))\"" : name
  }

  /// Returns a name without the signs of a tag before it.
  package static func name(ofTag text: some StringProtocol) -> String {
    var name = String.UnicodeScalarView()
    name.append(contentsOf: text.unicodeScalars.drop(while: isTag))
    return String(name)
  }
}
