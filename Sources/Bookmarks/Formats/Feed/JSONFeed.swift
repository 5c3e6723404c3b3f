import Foundation
import Markup

/// Reads a JSON Feed (https://www.jsonfeed.org/version/1.1/).
enum JSONFeed {
  /// Whether a text is one, by the address that its version is.
  static func recognizes(_ text: Substring) -> Bool {
    text.contains(/"version"\s*:\s*"https?:\\?\/\\?\/(?:www\.)?jsonfeed\.org\\?\/version\\?\/1/)
  }

  /// - Parameter base: the address of the feed.
  static func content(
    of bytes: [UInt8], base: WebAddress?
  ) throws(MalformedContent) -> WholeFileReader.Content {
    let data = Data(StreamingDecoder(encoding: .utf8).decode(bytes, atEnd: true))
    guard
      let value = (try? JSONSerialization.jsonObject(with: data))
        ?? (try? JSONSerialization.jsonObject(with: JSONRepair.repaired(data))),
      let feed = value as? [String: Any]
    else { throw MalformedContent(reason: "it isn't valid JSON; its end may be missing") }
    let own = ["feed_url", "home_page_url"].lazy.compactMap { feed[$0] as? String }
      .compactMap { WebAddress($0) }.first
    let items = (feed["items"] as? [Any] ?? []).compactMap { $0 as? [String: Any] }
    let entries = items.map { entry($0, base: base ?? own).bookmark(line: nil) }
    return (entries, FileDetails(title: feed["title"] as? String))
  }

  private static func entry(_ item: [String: Any], base: WebAddress?) -> FeedEntry {
    func text(_ keys: String...) -> String? {
      keys.lazy.compactMap { item[$0] as? String }.first { !PlainText.isBlank($0) }
    }
    var entry = FeedEntry()
    // The page that a link blog writes about is `external_url`, but `url` has what it writes.
    for (kind, key) in [
      (FeedEntry.Address.link, "url"), (.otherVersion, "external_url"), (.permalink, "id"),
    ] {
      entry.addresses[kind] = text(key).map { ($0, kind == .permalink ? nil : base) }
    }
    entry.title = text("title")
    entry.summary = text("summary", "content_text")
    entry.content = text("content_html").flatMap {
      PlainText.fromHTML(String($0.prefix(20_000)), limit: 5_000)
    }
    entry.published = text("date_published")
    entry.updated = text("date_modified")
    entry.tags = (item["tags"] as? [Any] ?? []).compactMap { $0 as? String }
    return entry
  }
}
