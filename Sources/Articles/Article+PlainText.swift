public import Foundation
import Markup

extension Article {
  /// Creates an article from plain text.
  ///
  /// Lines between empty lines form a paragraph. Its line breaks stay, unless they come from
  /// wrapping prose at some width. Indented text and columns are kept like code.
  /// - Parameters:
  ///   - text: the bytes of the file.
  ///   - charset: the charset label that came with the file.
  ///   - isWrapped: whether all line breaks within paragraphs come from wrapping, as in the text of
  ///     a PDF file.
  /// - Throws: ``ArticleError/noArticle`` if there's no text.
  public init(
    text: Data, charset: String? = nil, isWrapped: Bool = false
  ) throws(ArticleError) {
    let encoding = EncodingSniffer.encoding(of: text, transportLabel: charset)
    let decoded = StreamingDecoder(encoding: encoding).decode(text, atEnd: true)
    let lines = String(decoding: decoded, as: UTF8.self)
      .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var blocks: [ArticleBlock] = []
    for lines in lines.split(whereSeparator: { $0.allSatisfy(\.isWhitespace) }) {
      let block = isWrapped ? Self.prose(lines) : Self.block(of: lines)
      guard let block else { continue }
      if case .code(let previous, _, _)? = blocks.last, case .code(let code, _, _) = block {
        blocks[blocks.count - 1] = .code(previous + "\n\n" + code, language: nil)
      } else {
        blocks.append(block)
      }
    }
    guard !blocks.isEmpty else { throw .noArticle }
    self.init(blocks: blocks)
  }

  private static func block(of lines: ArraySlice<Substring>) -> ArticleBlock? {
    // The first line of a paragraph may be indented.
    if lines.dropFirst().contains(where: isIndented) || lines.contains(where: hasColumns)
      || lines.count == 1 && lines.contains(where: isIndented)
    {
      let code = BlockText.code(Array(lines.joined(separator: "\n").utf8))
      return code.isEmpty ? nil : .code(code, language: nil)
    }
    let isProse = lines.dropLast().allSatisfy { wrappedLengths.contains($0.count) }
    if lines.count == 1 || isProse { return prose(lines) }
    let texts = lines.compactMap { PlainText.folded(String($0), limit: 100_000) }
    guard let first = texts.first else { return nil }
    return .paragraph(
      texts.dropFirst().reduce(into: [.text(first)]) { $0 += [.lineBreak, .text($1)] })
  }

  private static func prose(_ lines: ArraySlice<Substring>) -> ArticleBlock? {
    PlainText.folded(lines.joined(separator: " "), limit: 100_000).map { .paragraph([.text($0)]) }
  }

  /// The lengths of the lines that programs wrap text to.
  private static let wrappedLengths = 50...100

  private static func isIndented(_ line: Substring) -> Bool {
    line.hasPrefix("\t") || line.hasPrefix("  ")
  }

  private static func hasColumns(_ line: Substring) -> Bool {
    let text = line.drop(while: \.isWhitespace)
    return text.contains("   ") || text.contains("\t")
  }
}
