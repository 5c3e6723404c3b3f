import Foundation
import GRDB
import Links

/// Keeps the full-text index of articles in step with the stored texts.
enum ArticleIndex {
  static func insert(_ text: String, of id: SavedLink.ID, in db: Database) throws {
    try db.cachedStatement(sql: "INSERT INTO articleText (rowid, text) VALUES (?, ?)")
      .execute(arguments: [id, IndexedText.words(text)])
    try db.cachedStatement(sql: "INSERT INTO articlePrefix (rowid, prefixes) VALUES (?, ?)")
      .execute(arguments: [id, IndexedText.prefixes(text)])
  }

  /// Removes the texts of deleted articles from the index. If a text can't be read, or differs from
  /// the text that was indexed, rebuilds the whole index.
  static func sweep(in db: Database) throws {
    while let row = try Row.fetchOne(
      db.cachedStatement(sql: "SELECT id, linkID, text FROM forgottenText LIMIT 1"))
    {
      try Task.checkCancellation()
      do {
        guard let text = ArticleCopy.text(row["text"]) else { return try rebuild(in: db) }
        try remove(text, of: row["linkID"], in: db)
      } catch let error as DatabaseError where error.resultCode == .SQLITE_CORRUPT {
        return try rebuild(in: db)
      }
      try db.cachedStatement(sql: "DELETE FROM forgottenText WHERE id = ?")
        .execute(arguments: [row["id"] as Int64])
    }
  }

  /// Rebuilds the index from all texts.
  static func rebuild(in db: Database) throws {
    try db.execute(
      sql: """
        INSERT INTO articleText (articleText) VALUES ('delete-all');
        INSERT INTO articlePrefix (articlePrefix) VALUES ('delete-all');
        DELETE FROM forgottenText;
        """)
    let rows = try Row.fetchCursor(db, sql: "SELECT linkID, text FROM articleBody")
    while let row = try rows.next() {
      try Task.checkCancellation()
      if let text = ArticleCopy.text(row["text"]) { try insert(text, of: row["linkID"], in: db) }
    }
  }

  private static func remove(_ text: String, of id: SavedLink.ID, in db: Database) throws {
    try db.cachedStatement(
      sql: "INSERT INTO articleText (articleText, rowid, text) VALUES ('delete', ?, ?)"
    ).execute(arguments: [id, IndexedText.words(text)])
    try db.cachedStatement(
      sql: "INSERT INTO articlePrefix (articlePrefix, rowid, prefixes) VALUES ('delete', ?, ?)"
    ).execute(arguments: [id, IndexedText.prefixes(text)])
  }
}

/// Converts the text of a page for the full-text index. FTS5 removes a text only if it gets exactly
/// the text that was indexed, so a change of these rules needs to rebuild the index of present files.
enum IndexedText {
  /// Separates the characters of scripts that are written without spaces, so that each becomes a
  /// word of the index. A phrase then finds any part of such a text.
  ///
  ///     IndexedText.words("Swift言語")  // "Swift 言  語 "
  static func words(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: \.isOfSpacelessScript) else { return text }
    var output = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      guard scalar.isOfSpacelessScript else {
        output.append(scalar)
        continue
      }
      output.append(" ")
      output.append(scalar)
      output.append(" ")
    }
    return String(output)
  }

  /// Returns the distinct beginnings of two and three letters of all words, separated by spaces.
  ///
  ///     IndexedText.prefixes("The thing is")  // "th the thi is"
  static func prefixes(_ text: String) -> String {
    var folding = ScalarFolding(.index)
    var known: Set<UInt64> = []
    var output = String.UnicodeScalarView()
    var word: (letters: UInt64, count: Int) = (0, 0)
    func add(_ letters: UInt64, count: Int) {
      guard known.insert(letters).inserted else { return }
      for index in (0..<count).reversed() {
        let value = UInt32(truncatingIfNeeded: letters >> UInt64(21 * index)) & 0x1F_FFFF
        if let scalar = Unicode.Scalar(value) { output.append(scalar) }
      }
      output.append(" ")
    }
    for scalar in text.unicodeScalars {
      guard !scalar.isOfSpacelessScript else {
        word = (0, 0)
        continue
      }
      switch folding.folded(scalar) {
      case .letter(let letter):
        guard word.count < 3 else { continue }
        word = (word.letters << 21 | UInt64(letter.value), word.count + 1)
        if word.count > 1 { add(word.letters, count: word.count) }
      case .separator: word = (0, 0)
      case .diacritic, .mark: break
      }
    }
    return String(output)
  }
}
