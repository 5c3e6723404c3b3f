public import Foundation
import GRDB
public import LinkPreview
public import Markup

/// The texts of saved links' pages. Keeping one isn't a change of the link: it can't be undone, and
/// other devices don't get it. A link in the trash keeps its text until it's deleted for good.
extension SavedLinkStore {
  /// Keeps the text of a link's page, in place of an earlier one. Does nothing if the link was
  /// deleted.
  ///
  ///     let article = try Article(html: data, url: url)
  ///     try await store.keep(article, of: link.id, at: link.address, date: .now)
  /// - Parameters:
  ///   - address: where the page was in the end, after redirects.
  ///   - date: the current time.
  /// - Throws: ``StoreError/failed(path:reason:)`` if the article is longer than 16 MB.
  public func keep(
    _ article: Article, of id: SavedLink.ID, at address: WebAddress, date: Date
  ) async throws(StoreError) {
    let copy: ArticleCopy?
    do { copy = try await ArticleCopy.of(article) } catch { throw file.meaning(of: error) }
    guard let copy else {
      throw .failed(path: file.path, reason: "the article is too long to keep")
    }
    try await file.write(refersToRows: true) { db in
      try Self.forgetArticle(of: id, in: db)
      try ArticleIndex.sweep(in: db)
      guard try Self.exists(id, in: db) else { return }
      try db.cachedStatement(sql: "INSERT INTO article VALUES (?, ?, ?, ?, ?)").execute(
        arguments: [
          id, address.text, date.timeIntervalSince1970, copy.plainText.utf8.count,
          copy.blocks.count + copy.text.count,
        ])
      try db.cachedStatement(sql: "INSERT INTO articleBody VALUES (?, ?, ?)")
        .execute(arguments: [id, copy.blocks, copy.text])
      try ArticleIndex.insert(copy.plainText, of: id, in: db)
      try db.cachedStatement(sql: "DELETE FROM articleFailure WHERE linkID = ?")
        .execute(arguments: [id])
    }
  }

  /// Returns the kept text of a link's page, or nil if there's none or it can't be read.
  public func keptArticle(of id: SavedLink.ID) async throws(StoreError) -> KeptArticle? {
    try await file.read { try Self.keptArticle(of: id, in: $0) } ?? nil
  }

  /// Returns the kept text of the page that's saved with an address, from the trash, too.
  public func keptArticle(for url: URL) async throws(StoreError) -> KeptArticle? {
    let found = try await file.read { db -> KeptArticle? in
      let address = WebAddress(url)
      let links = try Self.links(ofPageAt: address, in: db)
      // Only one of several links of the page may have its text.
      let exact = links.filter { $0.address == address }
      for link in exact + links where link.keptAt != nil {
        if let kept = try Self.keptArticle(of: link.id, in: db) { return kept }
      }
      return nil
    }
    return found ?? nil
  }

  /// Deletes the kept texts and pictures of links, which stay saved.
  public func forgetArticles(of ids: [SavedLink.ID]) async throws(StoreError) {
    try await file.write(refersToRows: true) { db in
      for id in ids {
        try Self.forgetArticle(of: id, in: db)
        try db.cachedStatement(sql: "DELETE FROM keptPicture WHERE linkID = ?")
          .execute(arguments: [id])
      }
      try ArticleIndex.sweep(in: db)
    }
  }

  /// A trigger notes the text, which ``ArticleIndex/sweep(in:)`` then forgets.
  private static func forgetArticle(of id: SavedLink.ID, in db: Database) throws {
    try db.cachedStatement(sql: "DELETE FROM article WHERE linkID = ?").execute(arguments: [id])
  }

  static func exists(_ id: SavedLink.ID, in db: Database) throws -> Bool {
    try Bool.fetchOne(
      db.cachedStatement(sql: "SELECT 1 FROM link WHERE id = ?"), arguments: [id]) == true
  }

  private static func keptArticle(of id: SavedLink.ID, in db: Database) throws -> KeptArticle? {
    let row = try Row.fetchOne(
      db.cachedStatement(
        sql: """
          SELECT address, keptAt, blocks FROM article JOIN articleBody USING (linkID)
          WHERE linkID = ?
          """), arguments: [id])
    guard let row, let address = WebAddress(try row.decode(String.self, forColumn: "address")),
      let article = ArticleCopy.article(try row.decode(Data.self, forColumn: "blocks"))
    else { return nil }
    return KeptArticle(
      article: article, address: address,
      keptAt: Date(timeIntervalSince1970: try row.decode(forColumn: "keptAt")))
  }
}
