/// A feed with its texts unprocessed: RSS 0.9x and 2.0
/// (https://www.rssboard.org/rss-specification), RSS 1.0 (https://web.resource.org/rss/1.0/spec),
/// Atom (RFC 4287), or JSON Feed (https://www.jsonfeed.org/version/1.1/).
package struct Feed {
  package var title: FeedText?
  package var summary: FeedText?
  /// The language as the feed spells it.
  package var language: String?
  package var entries: [FeedEntry] = []

  init() {}
}

/// An entry of a feed.
package struct FeedEntry {
  /// The sources of an entry's address, the most reliable first.
  enum AddressKind: Int, CaseIterable {
    case original, link, otherVersion, permalink, about
  }
  /// An address and its base.
  typealias Address = (text: String, base: WebAddress?)

  var addresses: [AddressKind: Address] = [:]
  package var title: FeedText?
  package var summary: FeedText?
  /// The complete text.
  package var content: FeedText?
  package var published: String?
  package var updated: String?
  package var tags: [String] = []
  /// The line in which the entry begins, from 1. Nil in JSON.
  package var line: Int?

  init() {}

  /// The address of the entry's page.
  package var address: WebAddress? {
    FeedEntry.AddressKind.allCases.lazy.compactMap { addresses[$0] }
      .compactMap { WebAddress($0.text, relativeTo: $0.base) }.first
  }

  /// The entry's link as written, which may not be a valid address.
  package var link: String? { addresses[.link]?.text }
}

/// A text in a feed.
package struct FeedText {
  /// The format of a text. An Atom feed states it (RFC 4287, section 3.1). In RSS, it's unknown
  /// whether a title is HTML.
  package enum Form { case plain, html, unknown }

  var text: String
  var form: Form

  package init(_ text: String, _ form: Form) { (self.text, self.form) = (text, form) }

  /// The beginning of the text.
  /// - Parameter length: the most bytes.
  package func prefix(_ length: Int) -> FeedText {
    text.utf8.count <= length
      ? self : FeedText(String(decoding: text.utf8.prefix(length), as: UTF8.self), form)
  }

  /// Returns the text as one plain line, or nil if nothing remains. See
  /// ``PlainText/folded(_:limit:)``.
  package func plain(limit: Int) -> String? {
    switch form {
    case .plain: PlainText.folded(text, limit: limit)
    case .html: PlainText.fromHTML(text, limit: limit)
    case .unknown:
      PlainText.withoutMarkup(text, limit: limit).map(PlainText.decodingEntities)
        .flatMap { PlainText.folded($0, limit: limit) }
    }
  }

  /// The text as HTML. Plain text becomes a paragraph for each block of lines.
  package var html: String {
    guard form == .plain else { return text }
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    return lines.split { PlainText.isBlank(String($0)) }
      .map { "<p>" + MarkupEscape.text($0.joined(separator: "\n")) + "</p>" }.joined()
  }
}

extension Feed {
  /// Reads a feed leniently, because many aren't well-formed. The feed may be cut off.
  ///
  /// - Parameters:
  ///   - charset: the charset label that came with the feed. It overrides the feed's own
  ///     declaration (RFC 7303, section 3.1). JSON is always UTF-8 (RFC 8259, section 8.1).
  ///   - base: the address of the feed.
  ///   - wantsEntries: whether to read more than the feed's own title, summary and language.
  package init(
    _ bytes: some Collection<UInt8>, charset: String? = nil, base: WebAddress? = nil,
    wantsEntries: Bool = true
  ) {
    let bytes = Array(bytes)
    if Self.isJSON(bytes) {
      let text = StreamingDecoder(encoding: .utf8).decode(bytes, atEnd: true)
      let value = JSONReader.values(in: String(decoding: text, as: UTF8.self)).first
      self = value.map { Feed(json: $0, base: base, wantsEntries: wantsEntries) } ?? Feed()
      return
    }
    self.init(XMLTree(bytes, charset: charset), base: base, wantsEntries: wantsEntries)
  }

  /// Detects the media type of a feed by its first bytes: XML whose first element is `rss`, `feed`
  /// or `rdf:RDF`. Returns nil for any other file.
  package static func mediaType(of start: some Collection<UInt8>) -> String? {
    let text = String(decoding: start.prefix(1_024), as: UTF8.self).lowercased()
    let opening = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard opening.hasPrefix("<?xml") || roots.contains(where: { opening.hasPrefix($0.name) }),
      !text.contains("<html")
    else { return nil }
    return roots.first { text.contains($0.name) }?.type
  }

  private static let roots = [
    (name: "<rss", type: "application/rss+xml"), (name: "<feed", type: "application/atom+xml"),
    (name: "<rdf:rdf", type: "application/rdf+xml"),
  ]

  /// Whether a file begins like a JSON Feed, whose version is a known address.
  package static func isJSONFeed(_ start: some Collection<UInt8>) -> Bool {
    guard isJSON(start) else { return false }
    return String(decoding: start.prefix(4_096), as: UTF8.self).contains(
      /"version"\s*:\s*"https?:\\?\/\\?\/(?:www\.)?jsonfeed\.org\\?\/version\\?\/1/)
  }

  /// Whether bytes begin with a JSON object. XML may be in UTF-16, with a zero beside each letter.
  package static func isJSON(_ bytes: some Collection<UInt8>) -> Bool {
    bytes.first { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) } == UInt8(ascii: "{")
  }
}

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
    // In a link blog, `external_url` is the page that an entry is about, and `url` is the entry
    // itself.
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
