public import Foundation
public import LinkPreview
import Localization

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
  /// The kind of page that the text is from.
  public var kind: Kind
  /// The number of words. In scripts without spaces, each character counts.
  public var wordCount: Int
  /// The text, as paragraphs, headings, lists and so on, in the order of the page.
  public var blocks: [ArticleBlock]

  /// Creates an article from its blocks, and counts their words.
  public init(
    title: String? = nil, byline: String? = nil, published: Date? = nil, modified: Date? = nil,
    language: String? = nil, kind: Kind = .article, blocks: [ArticleBlock]
  ) {
    self.title = title
    self.byline = byline
    self.published = published
    self.modified = modified
    self.language = language
    self.kind = kind
    self.blocks = blocks
    wordCount = WordCount.words(in: PlainTextWriter.text(of: blocks))
  }

  /// Reads a stored article. Those that were stored before there were kinds are articles.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    title = try values.decodeIfPresent(String.self, forKey: .title)
    byline = try values.decodeIfPresent(String.self, forKey: .byline)
    published = try values.decodeIfPresent(Date.self, forKey: .published)
    modified = try values.decodeIfPresent(Date.self, forKey: .modified)
    language = try values.decodeIfPresent(String.self, forKey: .language)
    kind = try values.decodeIfPresent(Kind.self, forKey: .kind) ?? .article
    wordCount = try values.decode(Int.self, forKey: .wordCount)
    blocks = try values.decode([ArticleBlock].self, forKey: .blocks)
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

/// The reason why a page has no article.
public enum ArticleError: Error, Hashable, Sendable, Codable {
  /// The page has no text: it's a form, or it's empty.
  case noArticle
  /// The page has no text before its scripts have run, as an application.
  case needsScripts
  /// The page has pictures, but no text.
  case onlyPictures
  /// The site shows a bot check or a consent page instead of the page.
  case botWall(host: String)
  /// The page couldn't be fetched.
  case notFetched(LinkMetadataError)
}

extension ArticleError: CustomStringConvertible {
  /// The error as one sentence for people.
  public var sentence: String {
    switch self {
    case .noArticle: localized("This page has no article to read.")
    case .needsScripts:
      localized("The text of this page appears only when its scripts run, as in a browser.")
    case .onlyPictures: localized("This page has pictures, but no text.")
    case .notFetched(let error):
      error.detail.map { detail in
        // Some details end with a full stop, too.
        let reason = detail.hasSuffix(".") ? String(detail.dropLast()) : detail
        return localized("The page couldn't be fetched: \(reason).")
      } ?? error.sentence
    case .botWall(let host): LinkMetadataError.Cause.botWall(host: host).description
    }
  }

  public var description: String { sentence }
}

/// Counts the words of a text.
enum WordCount {
  static func words(in text: String) -> Int {
    var count = 0
    var isInWord = false
    for scalar in text.unicodeScalars {
      let value = scalar.value
      if value < 0x80 {
        let isLetter = (value | 0x20) &- 0x61 < 26 || value &- 0x30 < 10
        // An apostrophe, a dot or a hyphen doesn't end a word.
        if isLetter {
          if !isInWord { count += 1 }
          isInWord = true
        } else if value <= 0x20 {
          isInWord = false
        }
      } else if (0x2E80...0x9FFF).contains(value) || (0x20000...0x3FFFF).contains(value) {
        if scalar.properties.isAlphabetic { count += 1 }
        isInWord = false
      } else if value >= 0xA0, !(0x2000...0x206F).contains(value) {
        if !isInWord, scalar.properties.isAlphabetic {
          count += 1
          isInWord = true
        }
      }
    }
    return count
  }
}
