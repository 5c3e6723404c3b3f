public import Foundation

/// A block of an article: a paragraph, a heading, a list and so on.
public indirect enum ArticleBlock: Hashable, Sendable, Codable {
  /// A heading. The level is from 1 to 6.
  case heading(level: Int, [ArticleInline])
  case paragraph([ArticleInline])
  case list(List)
  case quote([ArticleBlock])
  /// Code, whose lines are as the page has them, and its language, such as `swift`, if the page
  /// states it.
  case code(String, language: String?)
  case table(Table)
  case picture(ArticlePicture, caption: [ArticleInline])
  /// A line across the page.
  case rule
  /// The notes that ``ArticleInline/footnoteReference(label:)`` refers to.
  case footnotes([ArticleFootnote])

  public struct List: Hashable, Sendable, Codable {
    /// The number of the first item. Nil if the items aren't numbered.
    public var start: Int?
    public var items: [[ArticleBlock]]

    public init(start: Int? = nil, items: [[ArticleBlock]]) {
      self.start = start
      self.items = items
    }
  }

  public struct Table: Hashable, Sendable, Codable {
    /// The cells of the header, which may be empty.
    public var header: [[ArticleInline]]
    public var rows: [[[ArticleInline]]]

    public init(header: [[ArticleInline]], rows: [[[ArticleInline]]]) {
      self.header = header
      self.rows = rows
    }
  }
}

/// A part of a line of an article.
public indirect enum ArticleInline: Hashable, Sendable, Codable {
  case text(String)
  case emphasis([ArticleInline])
  case strong([ArticleInline])
  case code(String)
  /// A link to a web address.
  case link([ArticleInline], URL)
  case lineBreak
  case picture(ArticlePicture)
  /// The mark of a note among the ``ArticleBlock/footnotes(_:)``.
  case footnoteReference(label: String)
}

/// A note of an article.
public struct ArticleFootnote: Hashable, Sendable, Codable {
  /// The number or letter that the text refers to it with, without brackets.
  public var label: String
  public var blocks: [ArticleBlock]

  public init(label: String, blocks: [ArticleBlock]) {
    self.label = label
    self.blocks = blocks
  }
}

/// A picture in an article, which isn't loaded.
public struct ArticlePicture: Hashable, Sendable, Codable {
  /// An http or https address.
  public var url: URL
  /// What the picture shows, for people who can't see it.
  public var alternativeText: String?

  public init(url: URL, alternativeText: String? = nil) {
    self.url = url
    self.alternativeText = alternativeText
  }
}
