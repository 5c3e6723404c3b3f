import Articles
import Foundation
import LinkPreview
import TerminalGrid

/// A text of an article that's wrapped on its own, such as a paragraph, a heading or a table cell.
/// Positions are UTF-8 offsets.
struct ArticleText: Equatable, Sendable {
  let role: Role
  private(set) var text = ""
  /// The parts with styles, in order and without overlaps.
  private(set) var marks: [Mark] = []
  /// The direction of the text.
  private(set) var direction = TextDirection.leftToRight
  /// The order of the characters. Nil if they're drawn in reading order.
  private var bidi: BidiParagraph?

  enum Role: Equatable, Sendable {
    case body, title
    /// - Parameter level: from 1 to 6.
    case heading(level: Int)
    case tableHeader, caption, facts, code
    case calloutTitle(CalloutTone)
  }

  struct Mark: Equatable, Sendable {
    var range: Range<Int>
    var style: InlineStyle
  }

  /// The style of a part of a text.
  struct InlineStyle: Equatable, Sendable {
    var isStrong = false
    var isEmphasis = false
    var isCode = false
    var isFormula = false
    var isDeleted = false
    /// The kind of the part in source code.
    var token: CodeToken?
    /// Whether the part is a footnote's mark.
    var isNoteMark = false
    /// The index of the link in ``ArticleLayout/links``.
    var link: Int?
  }

  /// Creates a note's label, which links back to the text.
  init(markOfNote label: String, links: inout [ArticleLink]) {
    self.init(.body, "")
    addMark(leadingTo: .noteMark(label), InlineStyle(), links: &links)
  }

  init(_ role: Role, _ text: String) {
    self.role = role
    self.text = text
  }

  /// Creates the text of source code.
  init(code: String, in language: CodeLanguage?) {
    self.init(.code, code)
    guard let language else { return }
    marks = CodeScanner.parts(of: code, in: language).map { part in
      Mark(range: part.range, style: InlineStyle(token: part.token))
    }
  }

  /// - Parameter links: the links of the article so far. The text's links are added.
  init(
    _ role: Role, _ content: [ArticleInline], symbols: Symbols, links: inout [ArticleLink]
  ) {
    self.role = role
    add(content, InlineStyle(), symbols: symbols, links: &links)
  }

  private mutating func add(
    _ content: [ArticleInline], _ style: InlineStyle, symbols: Symbols,
    links: inout [ArticleLink]
  ) {
    for inline in content {
      switch inline {
      case .text(let text): add(text, style)
      case .lineBreak: text += "\n"
      case .code(let text):
        var style = style
        style.isCode = true
        add(text, style)
      case .emphasis(let content):
        var style = style
        style.isEmphasis = true
        add(content, style, symbols: symbols, links: &links)
      case .strong(let content):
        var style = style
        style.isStrong = true
        add(content, style, symbols: symbols, links: &links)
      case .deleted(let content):
        // Keeps it visible on terminals without colours, and for screen readers.
        var style = style
        style.isDeleted = true
        add("~~", style)
        add(content, style, symbols: symbols, links: &links)
        add("~~", style)
      case .formula(let formula):
        var style = style
        let line = formula.line
        style.isFormula = true
        style.isCode = style.isCode || line == nil
        add(line ?? formula.oneLineTeX, style)
      case .task(let isDone): add(isDone ? "[x] " : "[ ] ", style)
      case .link(let content, let url):
        let start = text.utf8.count
        let outer = style.link
        var style = style
        style.link = outer ?? links.count
        if outer == nil { links.append(ArticleLink(target: .page(url), text: "")) }
        add(content, style, symbols: symbols, links: &links)
        guard outer == nil, let index = style.link else { continue }
        links[index].text = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
      case .footnoteReference(let label): addMark(leadingTo: .note(label), style, links: &links)
      case .picture(let picture):
        if let text = picture.alternativeText { add(Symbols.label(symbols.image, text), style) }
      }
    }
  }

  /// Adds a note's label, or a reference to a note.
  private mutating func addMark(
    leadingTo target: ArticleLink.Target, _ style: InlineStyle, links: inout [ArticleLink]
  ) {
    guard let label = target.noteLabel else { return }
    var style = style
    style.isNoteMark = true
    let text = "[\(label)]"
    if style.link == nil {
      style.link = links.count
      links.append(ArticleLink(target: target, text: text))
    }
    add(text, style)
  }

  private mutating func add(_ added: String, _ style: InlineStyle) {
    guard !added.isEmpty else { return }
    let start = text.utf8.count
    text += added
    guard style != InlineStyle() else { return }
    marks.append(Mark(range: start..<text.utf8.count, style: style))
  }

  /// Resolves the direction of the text, and the order of its characters.
  ///
  /// In an article from right to left, any text with letters of such a script has that direction
  /// (UAX #9, rule HL1), as with a page's `dir`. Elsewhere, the first letter decides (rules P2 and
  /// P3). Code reads from left to right.
  mutating func resolve(in article: TextDirection, order: TextOrder) {
    guard text.mayReadRightToLeft else { return }
    if role != .code {
      direction =
        article == .rightToLeft
        ? .rightToLeft : TextDirection(firstStrongIn: text) ?? .leftToRight
    }
    guard order != .logical else { return }
    bidi = BidiParagraph(text, direction: direction, isolates: isolates)
  }

  private var isolates: [BidiIsolate] {
    // As in other lines of facts.
    if role == .facts { return BidiIsolate.facts(in: text) }
    // Code in sentences, and strings and comments in code, don't affect the order of the
    // surrounding text.
    return marks.filter { $0.style.isCode || $0.style.isFormula || $0.style.token != nil }
      .map { BidiIsolate($0.range) }
  }

  /// Returns a part of the text on one line in visual order. Nil if it's drawn in reading order.
  func visualLine(_ range: Range<Int>, order: TextOrder) -> VisualLine? {
    // A line of code can have any length, and is ordered as a whole.
    guard let bidi, range.count <= Self.longestOrdered else { return nil }
    return bidi.line(text(in: range), at: range.lowerBound, order: order)
  }

  private static let longestOrdered = 8_192

  /// Returns the marks in a part of the text, in order.
  func marks(in range: Range<Int>) -> ArraySlice<Mark> {
    let first = marks.partitioningIndex { $0.range.upperBound > range.lowerBound }
    return marks[first...].prefix { $0.range.lowerBound < range.upperBound }
  }

  /// Returns a part of the text in pieces with one style each.
  func pieces(in range: Range<Int>) -> [Mark] {
    var pieces: [Mark] = []
    var end = range.lowerBound
    for mark in marks(in: range) {
      let marked = mark.range.clamped(to: range)
      if end < marked.lowerBound {
        pieces.append(Mark(range: end..<marked.lowerBound, style: InlineStyle()))
      }
      pieces.append(Mark(range: marked, style: mark.style))
      end = marked.upperBound
    }
    if end < range.upperBound {
      pieces.append(Mark(range: end..<range.upperBound, style: InlineStyle()))
    }
    return pieces
  }

  /// Returns a part of the text.
  func text(in range: Range<Int>) -> Substring {
    let utf8 = text.utf8
    let start = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)
    return text[start..<utf8.index(start, offsetBy: range.count)]
  }
}

/// A link in an article.
struct ArticleLink: Equatable, Sendable {
  let target: Target
  var text: String

  enum Target: Equatable, Sendable {
    case page(URL)
    /// From a reference in the text to the note with a label.
    case note(String)
    /// From a note back to its reference in the text.
    case noteMark(String)

    /// The label of the note that the link leads to or from.
    var noteLabel: String? {
      switch self {
      case .page: nil
      case .note(let label), .noteMark(let label): label
      }
    }
  }

  /// The address of the page that the link leads to. Nil for a link within the article.
  var url: URL? { if case .page(let url) = target { url } else { nil } }
}

extension [ArticleInline] {
  /// The text on one line without styles, as in a list of headings.
  var oneLine: String {
    var links: [ArticleLink] = []
    let text = ArticleText(.body, self, symbols: .ascii, links: &links).text
    return String(text.map { $0.isNewline ? " " : $0 })
  }
}
