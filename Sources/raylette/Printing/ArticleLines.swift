import Articles
import Foundation
import LinkPreview
import TerminalGrid

/// An article as lines of text, without formatting.
struct ArticleLines {
  /// The width of lines, or nil for one line per paragraph. Code keeps its lines.
  var columns: Int?

  func text(of blocks: [ArticleBlock]) -> String {
    blocks.map { block in
      let text = Article(blocks: [block]).plainText
      if case .code = block { return text }
      return text.split(separator: "\n", omittingEmptySubsequences: false)
        .map { wrapped(String($0)) }.joined(separator: "\n")
    }.filter { !$0.isEmpty }.joined(separator: "\n\n")
  }

  private func wrapped(_ line: String) -> String {
    guard let columns else { return line }
    return TextWrapping.lines(line, columns: columns, limit: .max, ellipsis: "")
      .joined(separator: "\n")
  }
}
