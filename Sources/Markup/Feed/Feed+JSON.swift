extension Feed {
  /// Reads a JSON Feed (https://www.jsonfeed.org/version/1.1/).
  /// - Parameters:
  ///   - base: the address of the feed. Without it, the feed's own counts.
  ///   - wantsEntries: whether to read more than the feed's own title, summary and language.
  package init(json: JSONValue, base: WebAddress? = nil, wantsEntries: Bool = true) {
    title = json["title"]?.text.map { FeedText($0, .unknown) }
    summary = json["description"]?.text.map { FeedText($0, .unknown) }
    language = json["language"]?.text
    guard wantsEntries else { return }
    let own = ["feed_url", "home_page_url"].lazy.compactMap { json[$0]?.text }
      .compactMap { WebAddress($0) }.first
    entries = json["items"]?.elements.map { FeedEntry(item: $0, base: base ?? own) } ?? []
  }
}

extension FeedEntry {
  fileprivate init(item: JSONValue, base: WebAddress?) {
    func text(_ keys: String...) -> String? {
      keys.lazy.compactMap { item[$0]?.text }.first { !PlainText.isBlank($0) }
    }
    // The page that a link blog writes about is `external_url`, but `url` has what it writes.
    addresses[.link] = text("url").map { ($0, base) }
    addresses[.otherVersion] = text("external_url").map { ($0, base) }
    addresses[.permalink] = text("id").map { ($0, nil) }
    title = text("title").map { FeedText($0, .unknown) }
    summary = text("summary").map { FeedText($0, .plain) }
    content =
      text("content_html").map { FeedText($0, .html) }
      ?? text("content_text").map { FeedText($0, .plain) }
    published = text("date_published")
    updated = text("date_modified")
    tags = item["tags"]?.elements.compactMap(\.text) ?? []
  }
}
