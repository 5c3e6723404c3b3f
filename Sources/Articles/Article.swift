public import Foundation

/// The main text of a page, without menus, advertisements and comments.
///
///     let article = try await Article(fetching: url)
///     print(article.markdown)
///
/// All text is plain: character references are resolved, control characters removed, and white
/// space is folded except in code. All addresses are absolute http or https URLs.
public struct Article: Hashable, Sendable, Codable {
  /// The title. The blocks don't repeat it.
  public var title: String?
  /// The authors' names, separated by commas.
  public var byline: String?
  /// When the article was published. Noon UTC if the page states only the day.
  public var published: Date?
  /// When the article was last changed, if the page says so.
  public var modified: Date?
  /// The language of the article as a BCP 47 tag, such as `en` or `de-AT`.
  public var language: String?
  /// The number of words. In scripts without spaces, each character counts.
  public var wordCount: Int
  /// The text, as paragraphs, headings, lists and so on, in the order of the page.
  public var blocks: [ArticleBlock]

  /// Creates an article from its blocks, and counts their words.
  public init(
    title: String? = nil, byline: String? = nil, published: Date? = nil, modified: Date? = nil,
    language: String? = nil, blocks: [ArticleBlock]
  ) {
    self.title = title
    self.byline = byline
    self.published = published
    self.modified = modified
    self.language = language
    self.blocks = blocks
    wordCount = WordCount.words(in: PlainTextWriter.text(of: blocks))
  }

  /// The time it takes to read, at 238 words a minute, the mean of adults who read English
  /// (Brysbaert 2019, https://doi.org/10.1016/j.jml.2019.104047).
  public var readingTime: Duration { .seconds((Double(wordCount) * 60 / 238).rounded(.up)) }

  /// The reading time in whole minutes, at least one.
  public var readingMinutes: Int { max(1, Int((readingTime / .seconds(60)).rounded())) }

  /// The text without marks. Blocks are separated by empty lines.
  public var plainText: String { PlainTextWriter.text(of: blocks) }

  /// The blocks as CommonMark, with tables and footnotes as GitHub writes them.
  public var markdown: String { MarkdownWriter.text(of: blocks) }
}
