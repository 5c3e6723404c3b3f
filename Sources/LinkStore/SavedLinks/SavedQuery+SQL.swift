import Foundation
import Links

extension SavedFilter.Term {
  /// The term in FTS5's query syntax (https://www.sqlite.org/fts5.html, section 3).
  var expression: String {
    let column =
      switch scope {
      case .anywhere, .text: ""
      case .host: "host : "
      }
    return Self.any(of: spellings.map { column + Self.quoted($0) + (isPhrase ? "" : " *") })
  }

  /// The text in the forms of ``WidthFolding`` that the index may have it in, as typed first. The
  /// index tells the forms apart.
  private var spellings: [String] { scope == .host ? [text] : Self.spellings(of: text) }

  private static func spellings(of text: String) -> [String] {
    let folded = text.widthFolded
    var known: Set<String> = []
    return [text, folded, folded.katakana, folded.oppositeWidth]
      .filter { known.insert($0).inserted }
  }

  /// Returns an expression that matches a word of the index, in any of its forms.
  static func word(_ word: String, isPrefix: Bool) -> String {
    any(of: spellings(of: word).map { quoted($0) + (isPrefix ? " *" : "") })
  }

  /// Returns an expression that matches what one of some expressions matches.
  static func any(of expressions: [String]) -> String {
    expressions.count == 1 ? expressions[0] : "(\(expressions.joined(separator: " OR ")))"
  }

  static func quoted(_ text: String) -> String {
    var quoted = String.UnicodeScalarView("\"".unicodeScalars)
    // Compares scalars, because a quote with a combining mark is a different character, but FTS5
    // sees the quote. A NUL ends the query for FTS5, even inside a string.
    for scalar in text.unicodeScalars {
      quoted.append(scalar == "\0" ? " " : scalar)
      if scalar == "\"" { quoted.append(scalar) }
    }
    quoted.append("\"")
    return String(quoted)
  }
}

/// All words of the full-text index in one buffer. Searching a few megabytes of memory for a part
/// of a word takes a hundredth of SQLite's time.
struct WordList: Sendable {
  /// The words as ``WidthFolding`` folds them, with a line break before, between and after them. Those
  /// that it changes are followed by a ``separator`` and the index's own form.
  private let text: [UInt8]

  private static let lineBreak = UInt8(ascii: "\n")
  private static let separator: UInt8 = 0x1F

  /// - Parameter words: the words, separated by line breaks.
  init(_ words: String) {
    guard WidthFolding.mayChange(words.utf8) else {
      text = Array("\n\(words)\n".utf8)
      return
    }
    var folded = [Self.lineBreak]
    folded.reserveCapacity(words.utf8.count * 3 / 2)
    for word in Array(words.utf8).split(separator: Self.lineBreak) {
      let start = folded.count
      WidthFolding.fold(word, to: &folded)
      if !folded[start...].elementsEqual(word) {
        folded.append(Self.separator)
        folded.append(contentsOf: word)
      }
      folded.append(Self.lineBreak)
    }
    text = folded
  }

  /// Returns the words that contain a text.
  func words(containing part: String) -> [String] {
    let folded = Array(
      part.widthFolded
        .folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil).utf8)
    guard !folded.isEmpty, !folded.contains(Self.lineBreak), !folded.contains(Self.separator) else {
      return []
    }
    return text.withUnsafeBufferPointer { text in
      var words: [String] = []
      var position = 0
      while let found = Self.position(of: folded, in: text, from: position) {
        let start = text[..<found].lastIndex(of: Self.lineBreak).map { $0 + 1 } ?? found
        let end = text[found...].firstIndex(of: Self.lineBreak) ?? text.endIndex
        let line = text[start..<end]
        let own = line.lastIndex(of: Self.separator).map { line[($0 + 1)...] } ?? line
        words.append(String(decoding: own, as: UTF8.self))
        position = end
      }
      return words
    }
  }

  /// Returns the position of the first occurrence of a part from a position on. Several times faster
  /// than Foundation's search.
  private static func position(
    of part: [UInt8], in text: UnsafeBufferPointer<UInt8>, from start: Int
  ) -> Int? {
    // The last byte of a character differs more than its first one.
    let (offset, last) = (part.count - 1, part[part.count - 1])
    var position = start
    while position + offset < text.count {
      if text[position + offset] == last,
        text[position..<position + offset].elementsEqual(part[..<offset])
      {
        return position
      }
      position += 1
    }
    return nil
  }
}

extension SavedFilter {
  /// The FTS5 expression that texts are scored by: all terms that are looked up as words. Without
  /// such terms, the short prefixes; nil if there are none either.
  var textScoreExpression: String? {
    let wanted = terms.filter { !$0.isExcluded }.map(\.textLookup)
    let words = wanted.compactMap { if case .words(let text) = $0 { text } else { nil } }
    let prefixes = wanted.compactMap { if case .prefix(let text) = $0 { text } else { nil } }
    // Prefixes of two or three letters are slow to look up, so they count only if there are no
    // words.
    let parts = words.isEmpty ? prefixes.map { Term.word($0, isPrefix: true) } : words
    return parts.isEmpty ? nil : parts.joined(separator: " AND ")
  }
}

extension SavedFilter.Term {
  /// The way to look up a term in the texts of pages.
  enum TextLookup: Hashable {
    /// Not at all: the term is for something else, such as the host.
    case nowhere
    /// As a single letter, which nearly every text has.
    case letter
    /// In `articlePrefix`, as a prefix of two or three letters.
    case prefix(String)
    /// In `articleText`, with an FTS5 expression.
    case words(String)
  }

  var textLookup: TextLookup {
    guard scope == .anywhere || scope == .text else { return .nowhere }
    if isOfSpacelessScript {
      return .words(
        Self.any(
          of: spellings.map { Self.quoted(IndexedText.words($0)) + (isPhrase ? "" : " *") }))
    }
    var words = foldedWords
    guard let last = words.last else { return .nowhere }
    if words.count == 1, !isPhrase {
      switch last.unicodeScalars.count {
      case 1: return .letter
      case 2, 3: return .prefix(last)
      default: break
      }
    }
    var isPrefix = !isPhrase
    if isPrefix, words.count > 1, last.unicodeScalars.count == 1 {
      // A word that the user has just begun to type would match too many texts.
      words.removeLast()
      isPrefix = false
    }
    return .words(Self.word(words.joined(separator: " "), isPrefix: isPrefix))
  }

  /// The words of the term, folded.
  var foldedWords: [String] {
    var folding = ScalarFolding()
    var words: [String] = []
    var isInWord = false
    for scalar in text.unicodeScalars {
      switch folding.folded(scalar) {
      case .letter(let letter):
        if !isInWord { words.append("") }
        words[words.count - 1].unicodeScalars.append(letter)
        isInWord = true
      case .separator: isInWord = false
      case .diacritic: break
      case .mark(let mark): if isInWord { words[words.count - 1].apply(mark) }
      }
    }
    return words
  }
}

extension LinkCondition {
  /// The condition in SQL, if it's about the state of a link.
  var stateSQL: String? {
    let sql: String
    switch requirement {
    case .state(let state): sql = state.sql
    case .has(let part): sql = part.sql
    case .before, .after: return nil
    }
    return isExcluded ? "NOT (\(sql))" : "(\(sql))"
  }

  /// The condition in SQL, if it's about the date of a link. Negates by comparison instead of NOT,
  /// because SQLite uses its index only for comparisons.
  func dateSQL(now: Date) -> (sql: String, date: Date)? {
    switch requirement {
    case .state, .has: nil
    case .before(let point): (isExcluded ? Self.atOrAfter : Self.before, point.date(now: now))
    case .after(let point): (isExcluded ? Self.before : Self.atOrAfter, point.date(now: now))
    }
  }

  /// Compares the date of a link with an argument.
  static let before = "savedAt < ?"
  static let atOrAfter = "savedAt >= ?"
}

extension LinkCondition.State {
  /// An expression that's never NULL, so that it can be negated.
  fileprivate var sql: String {
    switch self {
    case .checked(.gone): "\(Self.outcome(.gone)) OR \(Self.outcome(.probablyGone))"
    case .checked(let state): Self.outcome(state)
    case .untagged: "tags = ''"
    case .noted: "note <> ''"
    case .unfetched: "metadata IS NULL"
    case .unread: "NOT \(Self.isMarked("readAt IS NOT NULL OR progress > 0"))"
    case .reading: Self.isMarked("readAt IS NULL AND progress > 0")
    case .read: Self.isMarked("readAt IS NOT NULL")
    }
  }

  /// Tests the reading state of a page.
  private static func isMarked(_ condition: String) -> String {
    "link.key IN (SELECT key FROM reading WHERE \(condition))"
  }

  /// Tests the outcome of the last check, which is stored as ``LinkCheck`` in JSON. Damaged JSON
  /// counts as no outcome.
  private static func outcome(_ state: LinkCheck.State) -> String {
    let json = "CAST(checked AS TEXT)"
    let test = #"json_type(\#(json), '$.outcome."\#(state.rawValue)"') IS NOT NULL"#
    return "CASE WHEN json_valid(\(json)) THEN \(test) ELSE 0 END"
  }
}

extension LinkCondition.Part {
  /// An expression that's never NULL, so that it can be negated.
  fileprivate var sql: String {
    switch self {
    case .text: "id IN (SELECT linkID FROM article)"
    case .note: "note <> ''"
    case .tags: "tags <> ''"
    }
  }
}

extension SavedSort {
  /// The `ORDER BY` terms. ``arranged(_:)`` adds the random order, which SQLite can't do, and
  /// ``TitleOrder`` that of a language.
  var clause: String {
    switch self {
    case .newest, .relevance, .random: "savedAt DESC, id DESC"
    case .oldest: "savedAt, id"
    case .title: "title IS NULL, title COLLATE NOCASE, id"
    case .site: "host, title COLLATE NOCASE, id"
    case .opened: "openedAt DESC, savedAt DESC, id DESC"
    }
  }
}
