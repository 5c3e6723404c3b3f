package import Articles
import LinkPreview
package import TerminalGrid

/// An article for standard output, laid out as in the reader.
package struct PrintedArticle {
  private let layout: ArticleLayout
  private let appearance: Appearance

  /// - Parameters:
  ///   - facts: the facts about the page, below the title.
  ///   - columns: the width of lines. Code may be wider.
  ///   - isOnScreen: whether the lines are for a terminal, so that text from right to left begins
  ///     at the right. Other programs align text themselves.
  package init(
    _ article: Article, facts: String, columns: Int, appearance: Appearance,
    isOnScreen: Bool = false
  ) {
    self.appearance = appearance
    layout = ArticleLayout(
      article, title: article.title ?? "", facts: facts,
      settings: .init(
        columns: columns, pictureRows: 0, symbols: appearance.symbols,
        alignsByDirection: isOnScreen && !appearance.isAccessible,
        order: isOnScreen ? appearance.order : .logical))
  }

  /// The default width of lines, which is also the reader's.
  package static let standardColumns = ReaderLayout.standardWidth

  /// The lines as plain text, without trailing spaces. They keep the characters that terminals
  /// disagree about, such as emoji of several people.
  package var lines: [String] { layout.lines.map(text) }

  /// Returns the lines with SGR sequences for their styles, for printing on a terminal. Each line
  /// ends in the terminal's default style.
  /// - Parameters:
  ///   - depth: the colours that the terminal can show.
  ///   - hasLinks: whether links open their addresses.
  package func styledLines(_ depth: ColorDepth, hasLinks: Bool) -> [String] {
    layout.lines.map { grid(of: $0).styledText(depth, hasLinks: hasLinks) }
  }

  private func grid(of line: ArticleLine) -> Grid {
    // Lines of code that are wider than the column stay whole.
    let columns = max(layout.settings.columns, width(of: line))
    var grid = Grid(size: GridSize(columns: columns, rows: 1))
    ReaderLineView(line: line, article: layout, appearance: appearance, row: grid.bounds)
      .draw(in: &grid)
    return grid
  }

  private func width(of line: ArticleLine) -> Int {
    line.parts.reduce(0) { width, part in
      let (x, text) = placed(part)
      return max(width, x + DisplayWidth.columns(of: text))
    }
  }

  private func text(of line: ArticleLine) -> String {
    var output = ""
    var column = 0
    for part in line.parts {
      let (x, text) = placed(part)
      if x > column {
        output += String(repeating: " ", count: x - column)
        column = x
      }
      output += text
      column += DisplayWidth.columns(of: text)
    }
    while output.last == " " { output.removeLast() }
    return output
  }

  private func placed(_ part: ArticleLine.Part) -> (x: Int, text: String) {
    switch part {
    case .text(let x, let index, let range): (x, String(layout.texts[index].text(in: range)))
    case .decoration(let x, let text, _): (x, text)
    case .rule(let x, let columns):
      (x, String(repeating: layout.settings.symbols.box.horizontal, count: max(0, columns)))
    }
  }
}
