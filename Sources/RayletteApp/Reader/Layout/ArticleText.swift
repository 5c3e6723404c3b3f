import Articles
import Foundation
import LinkPreview
import TerminalGrid

/// A text of an article that's wrapped on its own, such as a paragraph, a heading or the cell of a
/// table. Positions in it are UTF-8 offsets.
struct ArticleText: Equatable, Sendable {
  let role: Role
  private(set) var text = ""
  /// The parts with styles, in order and without overlaps.
  private(set) var marks: [Mark] = []
  /// The direction that it reads in.
  private(set) var direction = TextDirection.leftToRight
  /// The order of its characters. Nil if it's drawn as it's read.
  private var bidi: BidiParagraph?

  enum Role: Equatable, Sendable {
    case body, title
    /// - Parameter level: From 1 to 6.
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
    /// Whether it's the mark of a footnote.
    var isNoteMark = false
    /// The index of the link in ``ArticleLayout/links``.
    var link: Int?
  }

  /// Creates the mark of a note, which leads back to the text.
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

  /// - Parameter links: The links of the article so far. Those of the text are added.
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
        // Terminals without colours, and those who listen, have to know it, too.
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

  /// Adds the mark of a note, or of the place that a note belongs to.
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

  /// Finds the direction that it reads in, and the order of its characters.
  ///
  /// In an article from right to left, that's the direction of whatever has letters of such a script
  /// (UAX #9, rule HL1), as a page's `dir` has it. Elsewhere, the first letter decides (rules P2 and
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
    // As in lines that are drawn elsewhere.
    if role == .facts { return BidiIsolate.facts(in: text) }
    // Code in sentences, and strings and comments in code, don't change the order of what's around.
    return marks.filter { $0.style.isCode || $0.style.isFormula || $0.style.token != nil }
      .map { BidiIsolate($0.range) }
  }

  /// Returns a part of the text, which is in one line, in the order that it's seen in. Nil if it's
  /// drawn as it's read.
  func visualLine(_ range: Range<Int>, order: TextOrder) -> VisualLine? {
    // A line of code has no limit, and is ordered as a whole.
    guard let bidi, range.count <= Self.longestOrdered else { return nil }
    return bidi.line(text(in: range), at: range.lowerBound, order: order)
  }

  private static let longestOrdered = 8_192

  /// Returns the marks in a part of the text, in order.
  func marks(in range: Range<Int>) -> ArraySlice<Mark> {
    let first = marks.firstPlace { $0.range.upperBound > range.lowerBound }
    return marks[first...].prefix { $0.range.lowerBound < range.upperBound }
  }

  /// Returns a part of the text as pieces that each have one style.
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
    /// From the mark in the text to the note with a label.
    case note(String)
    /// From a note back to its mark in the text.
    case noteMark(String)

    /// The label of the note that it leads to or from.
    var noteLabel: String? {
      switch self {
      case .page: nil
      case .note(let label), .noteMark(let label): label
      }
    }
  }

  /// The address of the page that it leads to. Nil if it leads to another place of the article.
  var url: URL? { if case .page(let url) = target { url } else { nil } }
}

extension [ArticleInline] {
  /// The text in one line without styles, as in a list of headings.
  var oneLine: String {
    var links: [ArticleLink] = []
    let text = ArticleText(.body, self, symbols: .ascii, links: &links).text
    return String(text.map { $0.isNewline ? " " : $0 })
  }
}
