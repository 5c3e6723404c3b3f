public import Foundation
import LinkPreview
import Markup

extension Article {
  /// Finds the article in a page you already have, without network access.
  ///
  /// - Parameters:
  ///   - html: the bytes of the page. The page may be cut off.
  ///   - url: the page's URL. Relative addresses in the page are resolved against it.
  ///   - charset: the charset label that came with the page. It overrides what the page declares.
  /// - Throws: ``ArticleError/noArticle`` for a page without a main text, such as an index or an
  ///   application, ``ArticleError/botWall(host:)`` for a bot check in place of the page, and
  ///   ``ArticleError/notFetched(_:)`` with ``LinkMetadataError/cancelled`` if the task is
  ///   cancelled meanwhile.
  public init(html: Data, url: URL, charset: String? = nil) throws(ArticleError) {
    let parsed = ParsedPage(html: html, url: url, charset: charset)
    let (page, tree) = (parsed.page, parsed.tree)
    if page.wall(originalURL: url) != nil { throw .botWall(host: url.displayHost) }
    let title = page.title.map { page.headline(among: tree.mainHeadings, of: $0) ?? $0 }
    let byline = page.author.flatMap { PlainText.folded($0) }
    let discussion = Discussion(tree)
    let main =
      discussion.map { MainText($0, in: tree) }
      ?? MainText(
        tree, statement: ArticleStatement(title: title, summary: page.summary, byline: byline))
    var blocks: [ArticleBlock] =
      if let discussion {
        BlockBuilder.blocks(of: discussion, in: main, page: page)
      } else {
        main.isArticle ? BlockBuilder.blocks(of: main, page: page) : []
      }
    // Some pages have their text only in metadata, and build the visible text with scripts.
    if main.length < 500, let body = parsed.statedBody, body.utf8.count > 2 * main.length {
      blocks = Self.blocks(ofStatedBody: body, page: page)
    }
    if !blocks.isEmpty, let recipe = StatedRecipe(parsed) {
      blocks += recipe.lists(missingIn: PlainTextWriter.text(of: blocks))
    }
    blocks = blocks.withoutBreadcrumb(page.url).withoutTitle(title)
    // A cancelled reader has read only a part.
    if Task.isCancelled { throw .notFetched(.cancelled) }
    guard !blocks.isEmpty else { throw .noArticle }
    self.init(
      title: title, byline: byline,
      published: page.published, modified: page.modified, language: page.language, blocks: blocks)
  }
}

extension Article {
  /// The paragraphs of a text that a page states in metadata, which may be HTML.
  private static func blocks(ofStatedBody body: String, page: Page) -> [ArticleBlock] {
    if body.containsBytes("<p") || body.containsBytes("<br") || body.containsBytes("</") {
      let main = MainText(
        ParsedPage(html: Data(body.utf8), url: page.url, charset: "utf-8").tree,
        statement: ArticleStatement())
      return BlockBuilder.blocks(of: main, page: page)
    }
    return body.split(whereSeparator: \.isNewline).compactMap { line in
      PlainText.folded(String(line), limit: 100_000).map { .paragraph([.text($0)]) }
    }
  }
}

extension [ArticleBlock] {
  /// The blocks without a heading at the start that repeats the title.
  func withoutTitle(_ title: String?) -> [ArticleBlock] {
    guard let title = title.map(Self.key), !title.isEmpty else { return self }
    let index = prefix(3).firstIndex { block in
      guard case .heading(let level, let content) = block else { return false }
      // The title has no readings in brackets.
      let text = content.plainText.replacing(/(\p{Han})[(（][^()（）]*[)）]/) { $0.output.1 }
      let heading = Self.key(text)
      // The site's heading may be followed by its section before the title.
      return heading == title || heading.utf8.count > 20 && title.hasPrefix(heading)
        || level == 1 && title.utf8.count > 20 && heading.hasSuffix(title)
    }
    guard let index else { return self }
    var blocks = self
    blocks.remove(at: index)
    return blocks
  }

  private static func key(_ text: String) -> String {
    String(text.inLowerCase.unicodeScalars.filter { $0.properties.isAlphabetic })
  }
}
