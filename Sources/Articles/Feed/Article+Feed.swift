public import Foundation
import LinkPreview
import Markup

extension Article {
  /// Reads a feed as an article, with a heading for each entry and its whole content below: RSS
  /// (https://www.rssboard.org/rss-specification), Atom (RFC 4287) or JSON Feed
  /// (https://www.jsonfeed.org/version/1.1/).
  ///
  /// - Parameters:
  ///   - feed: the bytes of the feed. The feed may be cut off.
  ///   - url: the feed's URL. Relative addresses are resolved against the address of their entry's
  ///     page, or against this URL.
  ///   - charset: the charset label that came with the feed. It overrides the feed's own.
  /// - Throws: ``ArticleError/noArticle`` if no entry has any content.
  public init(feed: Data, url: URL, charset: String? = nil) throws(ArticleError) {
    let feed = Feed(feed, charset: charset, base: WebAddress(url))
    let contents = feed.entries.map { (entry: $0, blocks: $0.blocks(feedAt: url)) }
    guard contents.contains(where: { !$0.blocks.isEmpty }) else { throw .noArticle }
    self.init(
      title: feed.title?.plain(limit: TextLimit.title),
      language: feed.language.flatMap(LanguageTag.tag),
      blocks: contents.flatMap { content in
        (content.entry.heading.map { [$0] } ?? []) + content.blocks
      })
  }
}

extension FeedEntry {
  /// The title, linked to the entry's page.
  fileprivate var heading: ArticleBlock? {
    guard let title = title?.plain(limit: TextLimit.title) else { return nil }
    let text = [ArticleInline.text(title)]
    return .heading(level: 2, address.map { [.link(text, $0.url)] } ?? text)
  }

  /// The content, or else the summary.
  fileprivate func blocks(feedAt url: URL) -> [ArticleBlock] {
    guard let html = (content ?? summary)?.html, !html.isEmpty else { return [] }
    let parsed = ParsedPage(html: Data(html.utf8), url: address?.url ?? url, charset: "utf-8")
    return BlockBuilder.blocks(of: MainText(whole: parsed.tree), page: parsed.page)
  }
}
