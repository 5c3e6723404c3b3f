public import Foundation
import Markup

extension Article {
  /// Creates an article from plain text: a paragraph for each block of lines.
  /// - Parameters:
  ///   - text: the bytes of the file.
  ///   - charset: the charset label that came with the file.
  /// - Throws: ``ArticleError/noArticle`` if there's no text.
  public init(text: Data, charset: String? = nil) throws(ArticleError) {
    let encoding = EncodingSniffer.encoding(of: text, transportLabel: charset)
    let decoded = StreamingDecoder(encoding: encoding).decode(text, atEnd: true)
    let lines = String(decoding: decoded, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    let paragraphs = lines.split { $0.allSatisfy(\.isWhitespace) }
    let blocks = paragraphs.compactMap { lines in
      PlainText.folded(lines.joined(separator: " "), limit: 100_000).map {
        ArticleBlock.paragraph([.text($0)])
      }
    }
    guard !blocks.isEmpty else { throw .noArticle }
    self.init(blocks: blocks)
  }
}
