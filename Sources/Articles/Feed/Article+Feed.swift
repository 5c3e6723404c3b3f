public import Foundation
import LinkPreview
import Markup

extension Article {
  /// Reads a feed as an article, with a heading for each entry and its whole content below: RSS
  /// (https://www.rssboard.org/rss-specification), Atom (RFC 4287) or JSON Feed
  /// (https://www.jsonfeed.org/version/1.1/).
  ///
  /// - Parameters:
  ///   - feed: the bytes of the feed. The end may be missing.
  ///   - url: the feed's URL. Relative addresses are resolved against that of their entry's page,
  ///     or against this one.
  ///   - charset: the charset label that came with the feed. It overrides the feed's own.
  /// - Throws: ``ArticleError/noArticle`` if no entry has any content.
  public init(feed: Data, url: URL, charset: String? = nil) throws(ArticleError) {
    let isJSON = feed.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{")
    let entries: [FeedEntry]
    var metadata = LinkMetadata(originalURL: url)
    if isJSON {
      let decoded = StreamingDecoder(encoding: .utf8).decode(feed, atEnd: true)
      let value = JSONReader.values(in: String(decoding: decoded, as: UTF8.self)).first
      metadata.title = value?["title"]?.text.flatMap { PlainText.folded($0) }
      metadata.language = value?["language"]?.text.flatMap(LanguageTag.tag)
      entries = value?["items"]?.elements.map(FeedEntry.init(item:)) ?? []
    } else {
      FeedReader.read(feed, charset: charset, into: &metadata)
      entries = FeedEntryReader.entries(in: feed, charset: charset)
    }
    let contents = entries.map { (entry: $0, blocks: $0.blocks(feedAt: url)) }
    guard contents.contains(where: { !$0.blocks.isEmpty }) else { throw .noArticle }
    self.init(
      title: metadata.title, language: metadata.language,
      blocks: contents.flatMap { content in
        (content.entry.heading(feedAt: url).map { [$0] } ?? []) + content.blocks
      })
  }
}

extension FeedEntry {
  private func page(feedAt url: URL) -> URL? {
    address.flatMap { WebAddress($0, relativeTo: WebAddress(url))?.url }
  }

  /// The title, as a link to the entry's page.
  fileprivate func heading(feedAt url: URL) -> ArticleBlock? {
    guard let title = title.flatMap({ PlainText.withoutMarkup($0, limit: 500) }) else { return nil }
    let text = [ArticleInline.text(title)]
    return .heading(level: 2, page(feedAt: url).map { [.link(text, $0)] } ?? text)
  }

  fileprivate func blocks(feedAt url: URL) -> [ArticleBlock] {
    guard let html = content.map({ Data($0.utf8) }), !html.isEmpty else { return [] }
    let parsed = ParsedPage(html: html, url: page(feedAt: url) ?? url, charset: "utf-8")
    return BlockBuilder.blocks(of: MainText(whole: parsed.tree), page: parsed.page)
  }
}
