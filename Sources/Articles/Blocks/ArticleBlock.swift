public import Foundation

/// A block of an article: a paragraph, a heading, a list and so on.
public indirect enum ArticleBlock: Hashable, Sendable, Codable {
  /// A heading. The level is from 1 to 6.
  case heading(level: Int, [ArticleInline])
  case paragraph([ArticleInline])
  case list(List)
  case quote([ArticleBlock])
  /// A part that's set apart with a kind and a title, such as a note or a warning.
  case callout(Callout)
  /// Code, whose lines are as the page has them. The language, such as `swift`, and the caption,
  /// such as the name of a file, are nil unless the page states them.
  case code(String, language: String?, caption: String? = nil)
  case table(Table)
  case picture(ArticlePicture, caption: [ArticleInline])
  /// A film or sound, which isn't loaded.
  case media(ArticleMedia)
  /// A formula on lines of its own.
  case formula(ArticleFormula)
  /// A line across the page.
  case rule
  /// The notes that ``ArticleInline/footnoteReference(label:)`` refers to.
  case footnotes([ArticleFootnote])

  public struct List: Hashable, Sendable, Codable {
    /// The number of the first item. Nil if the items aren't numbered.
    public var start: Int?
    /// How the items are numbered. Nil for 1, 2, 3.
    public var numbering: Numbering?
    public var items: [[ArticleBlock]]

    public init(start: Int? = nil, numbering: Numbering? = nil, items: [[ArticleBlock]]) {
      self.start = start
      self.numbering = numbering
      self.items = items
    }

    /// The signs that items are numbered with
    /// (https://html.spec.whatwg.org/#the-ol-element), and whether they count down.
    public struct Numbering: Hashable, Sendable, Codable {
      public enum Style: String, Hashable, Sendable, Codable {
        case decimal, lowerAlpha, upperAlpha, lowerRoman, upperRoman
      }

      public var style: Style
      public var isReversed: Bool

      public init(style: Style = .decimal, isReversed: Bool = false) {
        self.style = style
        self.isReversed = isReversed
      }
    }
  }

  public struct Callout: Hashable, Sendable, Codable {
    /// What it is, in lower-case letters, such as `note`, `tip`, `important`, `warning`.
    public var kind: String
    /// The title. Empty if there's none but the kind.
    public var title: [ArticleInline]
    public var blocks: [ArticleBlock]

    public init(kind: String, title: [ArticleInline] = [], blocks: [ArticleBlock]) {
      self.kind = kind
      self.title = title
      self.blocks = blocks
    }
  }

  public struct Table: Hashable, Sendable, Codable {
    /// The cells of the header, which may be empty.
    public var header: [[ArticleInline]]
    /// How the text of each column is aligned. Columns that the page doesn't align are nil or, at the
    /// end, missing.
    public var alignments: [Alignment?]
    public var rows: [[[ArticleInline]]]

    public init(
      header: [[ArticleInline]], alignments: [Alignment?] = [], rows: [[[ArticleInline]]]
    ) {
      self.header = header
      self.alignments = alignments
      self.rows = rows
    }

    public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
      case left, center, right
    }
  }
}

/// A part of a line of an article.
public indirect enum ArticleInline: Hashable, Sendable, Codable {
  case text(String)
  case emphasis([ArticleInline])
  case strong([ArticleInline])
  /// Text that's struck through.
  case deleted([ArticleInline])
  case code(String)
  /// A formula within a sentence.
  case formula(ArticleFormula)
  /// The box of a task, at the beginning of a list's item.
  case task(isDone: Bool)
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

/// A film or sound of an article.
public struct ArticleMedia: Hashable, Sendable, Codable {
  public enum Kind: String, Hashable, Sendable, Codable { case video, audio }

  public var kind: Kind
  /// The http or https address of the page or file that plays it.
  public var url: URL
  public var title: String?

  public init(kind: Kind, url: URL, title: String? = nil) {
    self.kind = kind
    self.url = url
    self.title = title
  }
}

/// A formula of an article.
public struct ArticleFormula: Hashable, Sendable, Codable {
  /// The formula as TeX in math mode, without the marks around it.
  public var tex: String

  public init(tex: String) { self.tex = tex }
}
