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
