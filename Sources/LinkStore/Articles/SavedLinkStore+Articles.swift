public import Articles
public import Foundation
import GRDB
import LinkPreview
public import Markup
public import Links

/// The texts of saved links' pages. Keeping a text doesn't change its link: it can't be undone, and
/// other devices don't receive it. A link in the trash keeps its text until the link is deleted for
/// good.
extension SavedLinkStore {
  /// Keeps the text of a link's page, in place of an earlier one. Its former pictures go, unless
  /// the article still has them.
  ///
  ///     let article = try Article(html: data, url: url)
  ///     try await store.keep(article, of: link.id, at: link.address, date: .now)
  /// - Parameters:
  ///   - address: the link's address that the text was fetched from. If the link has another one by
  ///     now, the text isn't of its page.
  ///   - date: the current time.
  @discardableResult
  public func keep(
    _ article: Article, of id: SavedLink.ID, at address: WebAddress, date: Date
  ) async throws(StoreError) -> KeepOutcome {
    let copy: ArticleCopy?
    do { copy = try await ArticleCopy.of(article) } catch { throw file.meaning(of: error) }
    guard let copy else { return .tooLong }
    return try await file.write(refersToRows: true) { db -> KeepOutcome in
      guard try Self.address(of: id, in: db) == address.text else { return .linkChanged }
      try Self.forgetArticle(of: id, in: db)
      try ArticleIndex.sweep(in: db)
      try Self.forgetPictures(of: id, besidesThoseOf: article, in: db)
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
      if let title = article.title { try Self.name(id, title, in: db) }
      return .kept
    }
  }

  /// Gives a link the title of its article, if the link has no title and was never fetched.
  private static func name(_ id: SavedLink.ID, _ title: String, in db: Database) throws {
    try db.cachedStatement(
      sql: "UPDATE link SET title = ? WHERE id = ? AND ifnull(title, '') = '' AND metadata IS NULL"
    ).execute(arguments: [PlainText.folded(title), id])
  }

  private static func address(of id: SavedLink.ID, in db: Database) throws -> String? {
    try String.fetchOne(
      db.cachedStatement(sql: "SELECT url FROM link WHERE id = ?"), arguments: [id])
  }

  private static func forgetPictures(
    of id: SavedLink.ID, besidesThoseOf article: Article, in db: Database
  ) throws {
    let urls = try String.fetchAll(
      db.cachedStatement(sql: "SELECT url FROM keptPicture WHERE linkID = ?"), arguments: [id])
    guard !urls.isEmpty else { return }
    let wanted = Set(article.pictures.map(\.absoluteString))
    for url in urls where !wanted.contains(url) {
      try db.execute(
        sql: "DELETE FROM keptPicture WHERE linkID = ? AND url = ?", arguments: [id, url])
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
          JOIN link ON link.id = linkID AND link.url = address WHERE linkID = ?
          """), arguments: [id])
    guard let row, let address = WebAddress(try row.decode(String.self, forColumn: "address")),
      let article = ArticleCopy.article(try row.decode(Data.self, forColumn: "blocks"))
    else { return nil }
    return KeptArticle(
      article: article, address: address,
      keptAt: Date(timeIntervalSince1970: try row.decode(forColumn: "keptAt")))
  }
}
