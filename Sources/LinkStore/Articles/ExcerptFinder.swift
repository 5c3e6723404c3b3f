import Foundation
import GRDB
import Links

extension SavedFilter.Term {
  var isInExcerpts: Bool {
    !isExcluded && textLookup != .nowhere && textLookup != .letter
  }
}

/// Finds excerpts for the terms of a filter.
struct ExcerptFinder {
  private var folding = ScalarFolding()
  private let terms: [(words: FoldedWords, needle: FoldedText.Needle, isOfText: Bool)]

  /// The part of a text that's searched. Most articles have less text, and later matches aren't
  /// shown.
  private static let textLimit = 200_000

  static let sql = """
    SELECT coalesce(title, '') || char(10) || tags || char(10) || coalesce(site, '') || char(10)
      || note || char(10) || coalesce(summary, ''), text
    FROM link JOIN article ON article.linkID = id AND address = url
    JOIN articleBody USING (linkID) WHERE id = ?
    """

  init(_ terms: [SavedFilter.Term]) {
    var folding = ScalarFolding()
    self.terms = terms.map { term in
      let words = FoldedWords(term.text, folding: &folding)
      let needle = FoldedText.Needle(
        bytes: words.trimmed, startsWord: !term.isOfSpacelessScript)
      return (words, needle, term.scope == .text)
    }
    self.folding = folding
  }

  mutating func excerpt(of row: Row) throws -> Excerpt? {
    let own = FoldedWords(try row.decode(String?.self, atIndex: 0) ?? "", folding: &folding)
    let missing = terms.filter { $0.isOfText || own.match(of: $0.words) == nil }
    guard !missing.isEmpty,
      let text = ArticleCopy.text(try row.decode(Data.self, atIndex: 1))
    else { return nil }
    let folded = FoldedText(text, limit: Self.textLimit, folding: &folding)
    return Excerpt(of: folded, around: missing.map(\.needle))
  }
}
