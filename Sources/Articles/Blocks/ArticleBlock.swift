public import Foundation

/// A block of an article: a paragraph, a heading, a list and so on.
public indirect enum ArticleBlock: Hashable, Sendable, Codable {
  /// A heading. The level is from 1 to 6.
  case heading(level: Int, [ArticleInline])
  /// A paragraph.
  case paragraph([ArticleInline])
  /// A list, whose items can have lists of their own.
  case list(List)
  /// A quotation, with blocks of its own.
  case quote([ArticleBlock])
  /// A box with a kind and a title, such as a note or a warning.
  case callout(Callout)
  /// A block of code with the page's line breaks. The language, such as `swift`, and the caption,
  /// such as the name of a file, are nil unless the page states them.
  case code(String, language: String?, caption: String? = nil)
  /// A table of data.
  case table(Table)
  /// A picture with its caption, which may be empty.
  case picture(ArticlePicture, caption: [ArticleInline])
  /// A video or audio, which isn't loaded.
  case media(ArticleMedia)
  /// A formula on lines of its own.
  case formula(ArticleFormula)
  /// A horizontal line.
  case rule
  /// The notes that ``ArticleInline/footnoteReference(label:)`` refers to.
  case footnotes([ArticleFootnote])

  /// A numbered or unnumbered list.
  public struct List: Hashable, Sendable, Codable {
    /// The number of the first item. Nil for an unnumbered list.
    public var start: Int?
    /// The style of the numbers. Nil for 1, 2, 3.
    public var numbering: Numbering?
    /// The items, each with its blocks.
    public var items: [[ArticleBlock]]

    /// Creates a list from its items.
    public init(start: Int? = nil, numbering: Numbering? = nil, items: [[ArticleBlock]]) {
      self.start = start
      self.numbering = numbering
      self.items = items
    }

    /// The style of a list's numbers (https://html.spec.whatwg.org/#the-ol-element), and whether
    /// they count down.
    public struct Numbering: Hashable, Sendable, Codable {
      /// The digits or letters of the numbers.
      public enum Style: String, Hashable, Sendable, Codable {
        /// 1, a, A, i and I: the values of the `type` attribute.
        case decimal, lowerAlpha, upperAlpha, lowerRoman, upperRoman
      }

      /// The digits or letters of the numbers.
      public var style: Style
      /// Whether the numbers count down.
      public var isReversed: Bool

      /// Creates a style. The default is 1, 2, 3.
      public init(style: Style = .decimal, isReversed: Bool = false) {
        self.style = style
        self.isReversed = isReversed
      }
    }
  }

  /// A box beside the text.
  public struct Callout: Hashable, Sendable, Codable {
    /// The kind in lower case, such as `note`, `tip`, `important`, `warning`.
    public var kind: String
    /// The title. Empty if the callout has only a kind.
    public var title: [ArticleInline]
    /// The content of the box.
    public var blocks: [ArticleBlock]

    /// Creates a callout of a kind in lower case.
    public init(kind: String, title: [ArticleInline] = [], blocks: [ArticleBlock]) {
      self.kind = kind
      self.title = title
      self.blocks = blocks
    }
  }

  /// A table of data.
  public struct Table: Hashable, Sendable, Codable {
    /// The cells of the header, which may be empty.
    public var header: [[ArticleInline]]
    /// The alignment of each column. Columns without a stated alignment are nil or, at the end,
    /// missing.
    public var alignments: [Alignment?]
    /// The cells of the rows below the header.
    public var rows: [[[ArticleInline]]]

    /// Creates a table from its cells.
    public init(
      header: [[ArticleInline]], alignments: [Alignment?] = [], rows: [[[ArticleInline]]]
    ) {
      self.header = header
      self.alignments = alignments
      self.rows = rows
    }

    /// The alignment of a column.
    public enum Alignment: String, Hashable, Sendable, Codable, CaseIterable {
      /// The edge that the cells are aligned to, or their middle.
      case left, center, right
    }
  }
}

/// A part of a line of an article.
public indirect enum ArticleInline: Hashable, Sendable {
  /// Text on one line, without marks.
  case text(String)
  /// Emphasized text, mostly shown in italics.
  case emphasis([ArticleInline])
  /// Important text, mostly shown in bold.
  case strong([ArticleInline])
  /// Struck-through text.
  case deleted([ArticleInline])
  /// Code within a sentence, with its white space.
  case code(String)
  /// A formula within a sentence.
  case formula(ArticleFormula)
  /// The checkbox of a task, at the beginning of a list item.
  case task(isDone: Bool)
  /// A link to a web address.
  case link([ArticleInline], URL)
  /// The end of a line, as in a poem or an address.
  case lineBreak
  /// A picture within a line, such as a symbol.
  case picture(ArticlePicture)
  /// A reference to a note in ``ArticleBlock/footnotes(_:)``.
  case footnoteReference(label: String)
}

/// A note of an article.
public struct ArticleFootnote: Hashable, Sendable, Codable {
  /// The number or letter that references show, without brackets.
  public var label: String
  /// The text of the note.
  public var blocks: [ArticleBlock]

  /// Creates a note with the label that its references show.
  public init(label: String, blocks: [ArticleBlock]) {
    self.label = label
    self.blocks = blocks
  }
}

/// A picture in an article, which isn't loaded.
public struct ArticlePicture: Hashable, Sendable, Codable {
  /// An http or https address.
  public var url: URL
  /// A description for people who can't see the picture.
  public var alternativeText: String?

  /// Creates a picture at an http or https address.
  public init(url: URL, alternativeText: String? = nil) {
    self.url = url
    self.alternativeText = alternativeText
  }
}

/// A video or audio of an article.
public struct ArticleMedia: Hashable, Sendable, Codable {
  /// Whether there's something to see.
  public enum Kind: String, Hashable, Sendable, Codable { case video, audio }

  /// Whether it's a video or an audio.
  public var kind: Kind
  /// The http or https address of the page or file that plays it.
  public var url: URL
  /// The title, if the page states one.
  public var title: String?

  /// Creates a video or audio at an http or https address.
  public init(kind: Kind, url: URL, title: String? = nil) {
    self.kind = kind
    self.url = url
    self.title = title
  }
}

/// A formula of an article.
public struct ArticleFormula: Hashable, Sendable, Codable {
  /// The formula as TeX in math mode, without delimiters.
  public var tex: String

  /// Creates a formula from TeX in math mode, without delimiters.
  public init(tex: String) { self.tex = tex }
}
