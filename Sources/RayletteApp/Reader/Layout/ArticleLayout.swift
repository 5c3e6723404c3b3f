import LinkPreview
import TerminalGrid

/// An article, laid out for some number of columns.
struct ArticleLayout: Equatable, Sendable {
  /// What it depends on.
  struct Settings: Equatable, Sendable {
    /// The width of the column of text.
    var columns: Int
    /// The most rows that a picture takes; 0 if there are no pictures.
    var pictureRows: Int
    var symbols: Symbols
  }

  let settings: Settings
  private(set) var lines: [ArticleLine]
  private(set) var texts: [ArticleText]
  private(set) var links: [ArticleLink]
  private(set) var headings: [Heading]
  private(set) var pictures: [PicturePlace]
  /// The columns of the longest line of code that's too long for its place; 0 if there's none.
  private(set) var codeColumns: Int

  struct Heading: Equatable, Sendable {
    let level: Int
    let text: String
    let anchor: ArticleAnchor
  }

  /// The place of a picture.
  struct PicturePlace: Equatable, Sendable {
    let picture: ArticlePicture
    /// The index of its first line.
    let line: Int
    let x: Int
    let size: Size
  }

  /// - Parameter facts: What's known about the page, below the title.
  init(_ article: Article, title: String, facts: String, settings: Settings) {
    var builder = ArticleLayoutBuilder(settings: settings)
    builder.add(title: title, facts: facts)
    for (index, block) in article.blocks.enumerated() { builder.add(block, index: index) }
    self.settings = settings
    lines = builder.lines
    texts = builder.texts
    links = builder.links
    headings = builder.headings
    pictures = builder.pictures
    codeColumns = builder.codeColumns
  }

  /// Returns the index of the line with a place.
  func line(at anchor: ArticleAnchor) -> Int {
    var (low, high) = (0, lines.count)
    while low < high {
      let middle = (low + high) / 2
      if lines[middle].anchor < anchor { low = middle + 1 } else { high = middle }
    }
    if low < lines.count, lines[low].anchor == anchor { return low }
    return max(0, low - 1)
  }

  /// Returns the place of the first text in a line or below it.
  func anchor(at line: Int) -> ArticleAnchor {
    let text = lines[min(max(0, line), lines.count)...].first { $0.kind != .blank }
    return text?.anchor ?? lines.last?.anchor ?? .start
  }
}
