import CCmark
public import Foundation
import Markup

extension Article {
  /// Reads an article that's Markdown (https://spec.commonmark.org/0.31.2/), such as a README.
  ///
  /// All of it is the article. Its title is the one that the front matter states, or else its first
  /// heading.
  /// - Parameters:
  ///   - markdown: the bytes of the file.
  ///   - url: the file's URL. Relative addresses are resolved against it.
  ///   - charset: the charset label that came with the file.
  /// - Throws: ``ArticleError/noArticle`` if there's no text.
  public init(markdown: Data, url: URL, charset: String? = nil) throws(ArticleError) {
    let encoding = EncodingSniffer.encoding(of: markdown, transportLabel: charset)
    let text = Array(
      StreamingDecoder(encoding: encoding).decode(markdown, atEnd: true).prefix(Self.lengthLimit))
    let matter = FrontMatter(text)
    let html = Self.html(ofMarkdown: text[matter.end...])
    let reader = PageReader(transportLabel: "utf-8")
    reader.read(html)
    reader.finish()
    let main = MainText(whole: ElementTree(html: html, charset: "utf-8"))
    let blocks = BlockBuilder.blocks(of: main, page: reader.page(at: url))
    let title = matter.title ?? blocks.firstHeading
    let body = blocks.withoutTitle(title)
    guard !body.isEmpty else { throw .noArticle }
    self.init(title: title, byline: matter.author, blocks: body)
  }

  /// The most bytes of a text. cmark can't be stopped, and takes many times the memory.
  private static let lengthLimit = 2 << 20

  /// The text as HTML. HTML in it stays, because what isn't shown of a page isn't shown of it either.
  private static func html(ofMarkdown text: ArraySlice<UInt8>) -> Data {
    let html = BoundedMarkdown.text(text).withUnsafeBytes { bytes in
      cmark_markdown_to_html(
        bytes.baseAddress?.assumingMemoryBound(to: CChar.self), bytes.count, CMARK_OPT_UNSAFE)
    }
    guard let html else { return Data() }
    defer { free(html) }
    return Data(bytes: html, count: strlen(html))
  }
}

/// What a Markdown file states about itself between lines of hyphens at its beginning.
private struct FrontMatter {
  var title: String?
  var author: String?
  /// Where the text begins.
  var end: Int

  init(_ text: [UInt8]) {
    end = text.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    var place = end
    var line = Self.line(of: text, at: &place)
    guard line == "---" else { return }
    while place < text.count {
      line = Self.line(of: text, at: &place)
      if line == "---" || line == "..." {
        end = place
        return
      }
      let value = line.split(separator: ":", maxSplits: 1).dropFirst().first.flatMap {
        PlainText.folded($0.trimmingCharacters(in: CharacterSet(charactersIn: " \t\"'")))
      }
      if line.hasPrefix("title:") { title = value }
      if line.hasPrefix("author:") { author = value }
    }
    title = nil
    author = nil
  }

  /// The line at a place, which moves past it.
  private static func line(of text: [UInt8], at place: inout Int) -> String {
    let rest = text[place...]
    let end = rest.firstIndex(of: 0x0A) ?? text.count
    place = min(end + 1, text.count)
    let line = String(decoding: rest[..<end], as: UTF8.self)
    return line.trimmingCharacters(in: .whitespacesAndNewlines)
  }
}

extension [ArticleBlock] {
  /// The text of the heading that the blocks begin with.
  fileprivate var firstHeading: String? {
    guard case .heading(_, let content) = first(where: { !$0.isPicture }) else { return nil }
    return PlainText.folded(content.plainText)
  }
}

extension ArticleBlock {
  fileprivate var isPicture: Bool { if case .picture = self { true } else { false } }
}
