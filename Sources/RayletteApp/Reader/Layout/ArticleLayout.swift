import Articles
import Foundation
import LinkPreview
import TerminalGrid

/// An article, laid out for some number of columns.
struct ArticleLayout: Equatable, Sendable {
  /// The settings that a layout depends on.
  struct Settings: Equatable, Sendable {
    /// The width of the column of text.
    var columns: Int
    /// The most rows that a picture takes; 0 if there are no pictures.
    var pictureRows: Int
    /// The number of rows that each drawn picture takes, by its address.
    var pictureRooms: [URL: PictureRoom] = [:]
    var symbols: Symbols
    /// Whether what's too wide can be scrolled sideways.
    var canScroll = false
    /// Whether what reads from right to left begins at the right.
    var alignsByDirection = false
    var order = TextOrder.logical
  }

  let settings: Settings
  private(set) var lines: [ArticleLine]
  private(set) var texts: [ArticleText]
  private(set) var links: [ArticleLink]
  /// Where each link begins.
  private(set) var linkPlaces: [TextPlace]
  private(set) var headings: [Heading]
  private(set) var pictures: [PicturePlace]
  private(set) var unwrappedBlocks: [UnwrappedBlock]

  struct Heading: Equatable, Sendable {
    let level: Int
    let text: String
    let anchor: ArticleAnchor
  }

  /// A part of a text, and where it begins.
  struct TextPlace: Equatable, Sendable {
    /// The index of the text in ``texts``.
    let text: Int
    let range: Range<Int>
    /// The index of the line that it begins in.
    let line: Int
  }

  /// The rows that a picture takes at some width.
  struct PictureRoom: Equatable, Sendable {
    var columns: Int
    /// 0 if it can't be shown.
    var rows: Int
  }

  /// The place of a picture.
  struct PicturePlace: Equatable, Sendable {
    let picture: ArticlePicture
    /// The index of its first line.
    let line: Int
    let x: Int
    /// The size it's drawn within.
    let size: Size
    /// The rows of the picture: the rows of its size until it's drawn.
    let rows: Int
  }

  /// - Parameter facts: What's known about the page, below the title.
  init(_ article: Article, title: String, facts: String, settings: Settings) {
    var builder = ArticleLayoutBuilder(
      settings: settings, direction: ArticleDirection.of(article, title: title))
    builder.add(title: title, facts: facts)
    for (index, block) in article.blocks.enumerated() { builder.add(block, index: index) }
    self.settings = settings
    lines = builder.lines
    texts = builder.texts
    links = builder.links
    linkPlaces = builder.linkPlaces
    headings = builder.headings
    pictures = builder.pictures
    unwrappedBlocks = builder.unwrappedBlocks
  }

  /// Returns the index of the line with a place.
  func line(at anchor: ArticleAnchor) -> Int {
    let place = lines.firstPlace { $0.anchor >= anchor }
    if place < lines.count, lines[place].anchor == anchor { return place }
    return max(0, place - 1)
  }

  /// Returns the place of the first text in a line or below it.
  func anchor(at line: Int) -> ArticleAnchor {
    let text = lines[min(max(0, line), lines.count)...].first { $0.kind != .blank }
    return text?.anchor ?? lines.last?.anchor ?? .start
  }
}

extension RandomAccessCollection where Index == Int {
  /// Returns the index of the first element that fulfils a condition, or the end. All elements
  /// behind it fulfil it, too.
  func firstPlace(where isBehind: (Element) -> Bool) -> Int {
    var (low, high) = (startIndex, endIndex)
    while low < high {
      let middle = low + (high - low) / 2
      if isBehind(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}

/// A line of an article as it's laid out for some number of columns.
struct ArticleLine: Equatable, Sendable {
  /// The place that the line begins with.
  var anchor: ArticleAnchor
  var kind = Kind.text
  /// The parts of the line, in reading order.
  var parts: [Part] = []

  enum Kind: Equatable, Sendable {
    case text
    /// A line that isn't wrapped, but can be scrolled sideways: the index of its block in
    /// ``ArticleLayout/unwrappedBlocks``.
    case unwrapped(Int)
    /// A row of a picture's place.
    case picture(Int)
    case blank
  }

  enum Part: Equatable, Sendable {
    /// A part of a text: its index in ``ArticleLayout/texts``, and its range there.
    case text(x: Int, Int, Range<Int>)
    /// A mark that isn't part of the text, such as the bullet of a list item.
    case decoration(x: Int, String, Decoration)
    case rule(x: Int, columns: Int)
  }

  enum Decoration: Equatable, Sendable {
    case bullet, quote
    case callout(CalloutTone)
  }
}

/// A place in an article that doesn't depend on how it's laid out.
public struct ArticleAnchor: Hashable, Sendable, Comparable {
  /// The index of the block; -1 for what's above the first one.
  var block: Int
  /// The UTF-8 offset in the texts of the block.
  var offset: Int

  static let start = ArticleAnchor(block: -1, offset: 0)

  public static func < (one: ArticleAnchor, other: ArticleAnchor) -> Bool {
    (one.block, one.offset) < (other.block, other.offset)
  }
}
