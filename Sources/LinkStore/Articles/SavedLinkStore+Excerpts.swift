import Foundation
import GRDB
import Markup
public import Links

extension SavedLinkStore {
  /// Returns lines of the kept texts that show why links match a filter. A link whose title, tags,
  /// site, note and summary have all words gets no excerpt.
  ///
  ///     let listing = try await store.list(SavedQuery(filter: filter), rows: 60)
  ///     let excerpts = try await store.excerpts(of: Array(listing.ids.prefix(60)), filter: filter)
  ///     print(excerpts[listing.ids[0]]?.text ?? "")  // "…the Swift compiler checks concurrency…"
  /// - Parameter ids: the links on screen, because an excerpt takes about as long as reading the
  ///   text.
  /// - Throws: ``StoreError/stopped`` if the task is cancelled.
  public func excerpts(
    of ids: [SavedLink.ID], filter: SavedFilter
  ) async throws(StoreError) -> [SavedLink.ID: Excerpt] {
    let terms = filter.terms.filter(\.isInExcerpts)
    guard !terms.isEmpty else { return [:] }
    let found = try await file.read { db in
      var finder = ExcerptFinder(terms)
      var excerpts: [SavedLink.ID: Excerpt] = [:]
      let statement = try db.cachedStatement(sql: ExcerptFinder.sql)
      for id in ids {
        try Task.checkCancellation()
        let row = try Row.fetchOne(statement, arguments: [id])
        excerpts[id] = try row.flatMap { try finder.excerpt(of: $0) }
      }
      return excerpts
    }
    return found ?? [:]
  }
}

extension SavedFilter.Term {
  fileprivate var isInExcerpts: Bool {
    !isExcluded && textLookup != .nowhere && textLookup != .letter
  }
}

/// Finds excerpts for the terms of a filter.
private struct ExcerptFinder {
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
