public import Articles
public import Foundation
import LinkPreview
public import Markup

/// The text of a saved link's page, as it was when it was stored.
public struct KeptArticle: Hashable, Sendable {
  /// The text, as it was found in the page.
  public var article: Article
  /// The link's address that the text was fetched from.
  public var address: WebAddress
  /// When the text was stored.
  public var keptAt: Date

  /// Creates a stored text.
  public init(article: Article, address: WebAddress, keptAt: Date) {
    self.article = article
    self.address = address
    self.keptAt = keptAt
  }
}

/// The outcome of keeping an article.
public enum KeepOutcome: Hashable, Sendable {
  /// The article was stored.
  case kept
  /// The article has more than 16 MB.
  case tooLong
  /// The link was deleted or has another address by now.
  case linkChanged
}

extension Article {
  /// The addresses of the pictures between the texts.
  public var pictures: [URL] {
    blocks.compactMap { if case .picture(let picture, _) = $0 { picture.url } else { nil } }
  }
}

/// The number and size of all kept texts and pictures.
public struct KeptSize: Hashable, Sendable {
  /// The number of stored articles.
  public var articles = 0
  /// The bytes of the plain texts, before compression.
  public var textBytes = 0
  /// The bytes of the articles on disk.
  public var storedBytes = 0
  /// The bytes of the full-text index on disk.
  public var indexBytes = 0
  /// The number of stored pictures.
  public var pictures = 0
  /// The bytes of the pictures.
  public var pictureBytes = 0

  /// Creates numbers, which are 0 by default.
  public init(
    articles: Int = 0, textBytes: Int = 0, storedBytes: Int = 0, indexBytes: Int = 0,
    pictures: Int = 0, pictureBytes: Int = 0
  ) {
    self.articles = articles
    self.textBytes = textBytes
    self.storedBytes = storedBytes
    self.indexBytes = indexBytes
    self.pictures = pictures
    self.pictureBytes = pictureBytes
  }
}
