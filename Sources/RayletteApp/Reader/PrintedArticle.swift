public import LinkPreview
import TerminalGrid

/// An article for standard output, laid out as in the reader.
public struct PrintedArticle {
  private let layout: ArticleLayout

  /// - Parameters:
  ///   - facts: What's known about the page, below the title.
  ///   - columns: The width of lines. Code may be wider.
  public init(_ article: Article, facts: String, columns: Int, symbols: Symbols) {
    layout = ArticleLayout(
      article, title: article.title ?? "", facts: facts,
      settings: .init(columns: columns, pictureRows: 0, symbols: symbols))
  }

  /// The lines, without spaces at their ends.
  public var lines: [String] { layout.lines.map(text) }

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
