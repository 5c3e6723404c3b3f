import Articles
import Foundation
import LinkPreview
import TerminalGrid

/// An article, laid out for a number of columns.
struct ArticleLayout: Equatable, Sendable {
  /// The settings that a layout depends on.
  struct Settings: Equatable, Sendable {
    /// The width of the column of text.
    var columns: Int
    /// The most rows of a picture; 0 if there are no pictures.
    var pictureRows: Int
    /// The number of rows of each drawn picture, by its address.
    var pictureRooms: [URL: PictureRoom] = [:]
    var symbols: Symbols
    /// Whether wide blocks can be scrolled sideways.
    var canScroll = false
    /// Whether text from right to left begins at the right.
    var alignsByDirection = false
    var order = TextOrder.logical
  }

  let settings: Settings
  private(set) var lines: [ArticleLine]
  private(set) var texts: [ArticleText]
  private(set) var links: [ArticleLink]
  /// The position of each link.
  private(set) var linkSpans: [TextSpan]
  private(set) var headings: [Heading]
  private(set) var pictures: [PictureFrame]
  private(set) var unwrappedBlocks: [UnwrappedBlock]

  struct Heading: Equatable, Sendable {
    let level: Int
    let text: String
    let anchor: ArticleAnchor
  }

  /// A part of a text, with the line in which it begins.
  struct TextSpan: Equatable, Sendable {
    /// The index of the text in ``texts``.
    let text: Int
    let range: Range<Int>
    /// The index of the line in which it begins.
    let line: Int
  }

  /// The rows of a picture at some width.
  struct PictureRoom: Equatable, Sendable {
    var columns: Int
    /// The number of rows; 0 if the picture can't be shown.
    var rows: Int
  }

  /// The position of a picture.
  struct PictureFrame: Equatable, Sendable {
    let picture: ArticlePicture
    /// The index of the picture's first line.
    let line: Int
    let x: Int
    /// The size that the picture has to fit into.
    let size: GridSize
    /// The rows of the picture. Until it's drawn, the rows of its size.
    let rows: Int
  }

  /// - Parameter facts: the facts about the page, below the title.
  init(_ article: Article, title: String, facts: String, settings: Settings) {
    var builder = ArticleLayoutBuilder(
      settings: settings, direction: ArticleDirection.of(article, title: title))
    builder.add(title: title, facts: facts)
    for (index, block) in article.blocks.enumerated() { builder.add(block, index: index) }
    self.settings = settings
    lines = builder.lines
    texts = builder.texts
    links = builder.links
    linkSpans = builder.linkSpans
    headings = builder.headings
    pictures = builder.pictures
    unwrappedBlocks = builder.unwrappedBlocks
  }

  /// Returns the index of the line with a position.
  func line(at anchor: ArticleAnchor) -> Int {
    let index = lines.partitioningIndex { $0.anchor >= anchor }
    if index < lines.count, lines[index].anchor == anchor { return index }
    return max(0, index - 1)
  }

  /// Returns the position of the first text in a line or below.
  func anchor(at line: Int) -> ArticleAnchor {
    let text = lines[min(max(0, line), lines.count)...].first { $0.kind != .blank }
    return text?.anchor ?? lines.last?.anchor ?? .start
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that fulfils a condition, or the end. All elements
  /// after it have to fulfil the condition too.
  func partitioningIndex(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A line of an article, laid out for a number of columns.
struct ArticleLine: Equatable, Sendable {
  /// The position at the start of the line.
  var anchor: ArticleAnchor
  var kind = Kind.text
  /// The parts of the line, in reading order.
  var parts: [Part] = []

  enum Kind: Equatable, Sendable {
    case text
    /// A line that isn't wrapped, but may be scrolled sideways: the index of its block in
    /// ``ArticleLayout/unwrappedBlocks``.
    case unwrapped(Int)
    /// A row of a picture.
    case picture(Int)
    case blank
  }

  enum Part: Equatable, Sendable {
    /// A part of a text: its column, the text's index in ``ArticleLayout/texts``, and its range in
    /// the text.
    case text(x: Int, Int, Range<Int>)
    /// A decoration that isn't text, such as the bullet of a list item.
    case decoration(x: Int, String, Decoration)
    case rule(x: Int, columns: Int)
  }

  enum Decoration: Equatable, Sendable {
    case bullet, quote
    case callout(CalloutTone)
  }
}

/// A position in an article that doesn't depend on the layout.
package struct ArticleAnchor: Hashable, Sendable, Comparable {
  /// The index of the block; -1 for the title and facts above the first one.
  var block: Int
  /// The UTF-8 offset in the texts of the block.
  var offset: Int

  static let start = ArticleAnchor(block: -1, offset: 0)

  package static func < (one: ArticleAnchor, other: ArticleAnchor) -> Bool {
    (one.block, one.offset) < (other.block, other.offset)
  }
}

/// The columns of a text's characters.
extension ArticleLayout {
  /// Returns the columns of a part of a text, from left to right: more than one range where text
  /// reads in both directions.
  /// - Parameters:
  ///   - text: the index of the text.
  ///   - part: the range of the text in the line.
  ///   - x: the column where this range begins.
  func columns(of range: Range<Int>, inText text: Int, part: Range<Int>, x: Int) -> [Range<Int>] {
    let range = range.clamped(to: part)
    guard !range.isEmpty else { return [] }
    guard let line = texts[text].visualLine(part, order: settings.order) else {
      let before = texts[text].text(in: part.lowerBound..<range.lowerBound)
      let start = x + DisplayWidth.columns(of: String(before))
      return [start..<start + DisplayWidth.columns(of: String(texts[text].text(in: range)))]
    }
    var columns: [Range<Int>] = []
    for placed in line.glyphs where range.contains(placed.offset) {
      let start = x + placed.column
      let end = start + placed.glyph.width
      if let last = columns.last, last.upperBound == start {
        columns[columns.count - 1] = last.lowerBound..<end
      } else {
        columns.append(start..<end)
      }
    }
    return columns
  }

  /// Returns the column for a sign of some width that covers the first character of a part of a
  /// text. The sign begins at the character's left, or ends at its right in text from right to
  /// left.
  func signColumn(
    for range: Range<Int>, inText text: Int, part: Range<Int>, x: Int, width: Int
  ) -> Int? {
    guard let line = texts[text].visualLine(part, order: settings.order) else {
      return columns(of: range, inText: text, part: part, x: x).first?.lowerBound
    }
    guard
      let first = line.glyphs.filter({ range.contains($0.offset) })
        .min(by: { $0.offset < $1.offset })
    else { return nil }
    return first.isRightToLeft
      ? x + first.column + first.glyph.width - width : x + first.column
  }

  /// Returns the column of the first character of a line that isn't a space, or nil for a blank
  /// line.
  func textStart(of line: ArticleLine) -> Int? {
    for part in line.parts {
      switch part {
      case .text(let x, let index, let range):
        let text = texts[index].text(in: range)
        if let start = text.firstIndex(where: { $0 != " " }) {
          let offset = range.lowerBound + text.utf8.distance(from: text.startIndex, to: start)
          return signColumn(
            for: offset..<range.upperBound, inText: index, part: range, x: x, width: 1)
        }
      case .decoration(let x, let sign, _): if !sign.isEmpty { return x }
      case .rule: continue
      }
    }
    return nil
  }
}
