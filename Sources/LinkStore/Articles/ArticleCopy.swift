import Articles
import Foundation
import GRDB
import LinkPreview
import Links
import Markup
import TaskLimits

/// An article in its stored form: compressed, and within the size limits.
struct ArticleCopy: Sendable {
  let blocks: Data
  let text: Data
  /// The text to index.
  let plainText: String

  /// The most bytes of an article before compression. A book of a thousand pages has fewer.
  static let blocksLimit = 16 << 20
  /// The most blocks, items, cells and parts of lines. A book of a thousand pages has half as many.
  /// Each takes about 250 bytes of memory during encoding.
  static let partsLimit = 250_000
  /// The most bytes of text to index. Searches don't find the text after that.
  static let textLimit = 1 << 20

  /// Returns nil if the article is too long.
  init?(_ article: Article) throws {
    var counter = PartCounter(limit: Self.partsLimit)
    guard counter.fits(article.blocks) else { return nil }
    let article = article.sanitized
    let json = try StoredJSON.data(of: article)
    plainText = Self.cut(article.plainText)
    guard json.count <= Self.blocksLimit, let blocks = Deflater.deflated([UInt8](json)),
      let text = Deflater.deflated(Array(plainText.utf8))
    else { return nil }
    self.blocks = Data(blocks)
    self.text = Data(text)
  }

  /// Makes a copy off the caller's actor, one copy at a time, because a hostile article takes a
  /// second and many times its size in memory.
  static func of(_ article: Article) async throws -> ArticleCopy? {
    guard let copy = await copying.run({ await result(of: article) }) else {
      throw CancellationError()
    }
    return try copy.get()
  }

  @concurrent private static func result(
    of article: Article
  ) async -> Result<ArticleCopy?, any Error> {
    Result { try ArticleCopy(article) }
  }

  private static let copying = TaskQueue(limit: 1)

  /// Returns the JSON of stored blocks. Returns nil if they're damaged.
  static func json(_ stored: Data) -> [UInt8]? {
    try? Inflater.inflated([UInt8](stored), limit: blocksLimit)
  }

  /// Reads stored blocks. Returns nil if they're damaged.
  static func article(_ stored: Data) -> Article? {
    guard let json = json(stored) else { return nil }
    return (try? JSONDecoder().decode(Article.self, from: Data(json)))?.sanitized
  }

  /// Reads a stored text. Returns nil if it's damaged.
  static func text(_ stored: Data) -> String? {
    guard let bytes = try? Inflater.inflated([UInt8](stored), limit: textLimit) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Inserts the rows of a link's text, and indexes it.
  func insert(
    of id: SavedLink.ID, at address: WebAddress, date: Date, in db: Database
  ) throws {
    try db.cachedStatement(sql: "INSERT INTO article VALUES (?, ?, ?, ?, ?)").execute(
      arguments: [
        id, address.text, date.timeIntervalSince1970, plainText.utf8.count,
        blocks.count + text.count,
      ])
    try db.cachedStatement(sql: "INSERT INTO articleBody VALUES (?, ?, ?)")
      .execute(arguments: [id, blocks, text])
    try ArticleIndex.insert(plainText, of: id, in: db)
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > textLimit else { return text }
    let end = text.utf8.index(text.startIndex, offsetBy: textLimit)
    let scalars = text.unicodeScalars
    return String(scalars[..<scalars.index(before: scalars.index(after: end))])
  }
}

/// Counts the parts of an article, up to a limit.
private struct PartCounter {
  private var rest: Int

  init(limit: Int) { rest = limit }

  mutating func fits(_ blocks: [ArticleBlock]) -> Bool {
    spend(blocks.count) && blocks.allSatisfy { fits($0) }
  }

  private mutating func spend(_ count: Int) -> Bool {
    rest -= count
    return rest >= 0
  }

  private mutating func fits(_ block: ArticleBlock) -> Bool {
    switch block {
    case .heading(_, let content), .paragraph(let content), .picture(_, let content): fits(content)
    case .list(let list): spend(list.items.count) && list.items.allSatisfy { fits($0) }
    case .quote(let blocks): fits(blocks)
    case .callout(let callout): fits(callout.title) && fits(callout.blocks)
    case .table(let table):
      ([table.header] + table.rows).allSatisfy { row in
        spend(row.count) && row.allSatisfy { fits($0) }
      }
    case .footnotes(let notes): notes.allSatisfy { fits($0.blocks) }
    case .code, .media, .formula, .rule: true
    }
  }

  private mutating func fits(_ content: [ArticleInline]) -> Bool {
    spend(content.count)
      && content.allSatisfy { inline in
        switch inline {
        case .emphasis(let inner), .strong(let inner), .deleted(let inner), .link(let inner, _):
          fits(inner)
        case .text, .code, .formula, .task, .lineBreak, .picture, .footnoteReference: true
        }
      }
  }
}
