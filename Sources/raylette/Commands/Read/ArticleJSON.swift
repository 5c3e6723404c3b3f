import Foundation
import LinkPreview

/// An article as one line of flat JSON for scripts. Omits keys without a value.
struct ArticleJSON: Encodable {
  private let title: String?
  private let byline: String?
  private let published: String?
  private let language: String?
  private let wordCount: Int
  private let readingMinutes: Int
  private let text: String
  private let markdown: String

  init(_ article: Article) {
    title = article.title
    byline = article.byline
    published = article.published?.formatted(.iso8601)
    language = article.language
    wordCount = article.wordCount
    readingMinutes = article.readingMinutes
    text = article.plainText
    markdown = article.markdown
  }
}
