import Foundation
import LinkPreview
import Markup

/// An article as it's stored: compressed, and no larger than its limits.
struct ArticleCopy: Sendable {
  let blocks: Data
  let text: Data
  /// The text to index.
  let plainText: String

  /// The most bytes of an article, inflated. A book of a thousand pages has less.
  static let blocksLimit = 16 << 20
  /// The most bytes of a text. What comes after them isn't found.
  static let textLimit = 1 << 20

  /// Returns nil if the article is too long.
  init?(_ article: Article) throws {
    let article = article.sanitized
    let json = try JSONEncoder().encode(article)
    plainText = Self.cut(article.plainText)
    guard json.count <= Self.blocksLimit, let blocks = Deflater.deflated([UInt8](json)),
      let text = Deflater.deflated(Array(plainText.utf8))
    else { return nil }
    self.blocks = Data(blocks)
    self.text = Data(text)
  }

  /// Makes the copy off the caller's actor, because a long article takes some milliseconds.
  @concurrent static func of(_ article: Article) async throws -> ArticleCopy? {
    try ArticleCopy(article)
  }

  /// Reads stored blocks. Returns nil if they're damaged.
  static func article(_ stored: Data) -> Article? {
    guard let json = try? Inflater.inflated([UInt8](stored), limit: blocksLimit) else { return nil }
    return (try? JSONDecoder().decode(Article.self, from: Data(json)))?.sanitized
  }

  /// Reads a stored text. Returns nil if it's damaged.
  static func text(_ stored: Data) -> String? {
    guard let bytes = try? Inflater.inflated([UInt8](stored), limit: textLimit) else { return nil }
    return String(validating: bytes, as: UTF8.self)
  }

  private static func cut(_ text: String) -> String {
    guard text.utf8.count > textLimit else { return text }
    let end = text.utf8.index(text.startIndex, offsetBy: textLimit)
    let scalars = text.unicodeScalars
    return String(scalars[..<scalars.index(before: scalars.index(after: end))])
  }
}
