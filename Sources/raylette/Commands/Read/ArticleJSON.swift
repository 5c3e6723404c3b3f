import Links
import Articles
import Foundation
import LinkPreview

/// An article as one line of flat JSON for scripts. All keys are always present, with null for
/// missing values. Dates are in ISO 8601.
struct ArticleJSON: Encodable {
  /// The requested address; null for text from a file or standard input.
  @Nullable private var url: String?
  @Nullable private var title: String?
  @Nullable private var byline: String?
  @Nullable private var published: String?
  @Nullable private var modified: String?
  @Nullable private var language: String?
  /// When the text was stored, if it's the copy of a saved link's page.
  @Nullable private var textKeptAt: String?
  private let wordCount: Int
  private let readingMinutes: Int
  private let text: String
  private let markdown: String

  init(_ found: FoundArticle) {
    let article = found.article
    wordCount = article.wordCount
    readingMinutes = article.readingMinutes
    text = article.plainText
    markdown = article.markdown
    url = found.url?.absoluteString
    title = article.title
    byline = article.byline
    published = article.published?.formatted(.iso8601)
    modified = article.modified?.formatted(.iso8601)
    language = article.language
    textKeptAt = found.keptAt?.formatted(.iso8601)
  }
}
