import Foundation
import LinkPreview

/// A text of an article that's wrapped on its own, such as a paragraph, a heading or the cell of a
/// table. Positions in it are UTF-8 offsets.
struct ArticleText: Equatable, Sendable {
  let role: Role
  private(set) var text = ""
  /// The parts with styles, in order and without overlaps.
  private(set) var marks: [Mark] = []

  enum Role: Equatable, Sendable {
    case body, title
    /// - Parameter level: From 1 to 6.
    case heading(level: Int)
    case tableHeader, caption, facts, code
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
    /// Whether it's the mark of a footnote.
    var isNoteMark = false
    /// The index of the link in ``ArticleLayout/links``.
    var link: Int?
  }

  init(_ role: Role, _ text: String) {
    self.role = role
    self.text = text
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
      case .deleted(let content): add(content, style, symbols: symbols, links: &links)
      case .formula(let formula):
        var style = style
        let line = formula.line
        style.isCode = style.isCode || line == nil
        add(line ?? formula.oneLineTeX, style)
      case .task(let isDone): add(isDone ? "[x] " : "[ ] ", style)
      case .link(let content, let url):
        let start = text.utf8.count
        let outer = style.link
        var style = style
        style.link = outer ?? links.count
        if outer == nil { links.append(ArticleLink(url: url, text: "")) }
        add(content, style, symbols: symbols, links: &links)
        guard outer == nil, let index = style.link else { continue }
        links[index].text = String(decoding: text.utf8.dropFirst(start), as: UTF8.self)
      case .footnoteReference(let label):
        var style = style
        style.isNoteMark = true
        add("[\(label)]", style)
      case .picture(let picture):
        if let words = picture.alternativeText { add(Symbols.label(symbols.image, words), style) }
      }
    }
  }

  private mutating func add(_ added: String, _ style: InlineStyle) {
    guard !added.isEmpty else { return }
    let start = text.utf8.count
    text += added
    guard style != InlineStyle() else { return }
    marks.append(Mark(range: start..<text.utf8.count, style: style))
  }

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
  let url: URL
  var text: String
}
