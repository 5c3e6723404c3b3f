import Markup
package import Foundation

/// Reads the metadata of an RSS or Atom feed.
package enum FeedReader {
  /// Detects the media type of a feed by its first bytes: XML whose first element is `rss`, `feed`
  /// or `rdf:RDF`. Returns nil for anything else.
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

  /// Reads the feed's metadata from its first bytes.
  /// - Parameter charset: the charset label that came with the feed. It overrides the feed's own
  ///   declaration (RFC 7303, section 3.1).
  package static func read(_ start: Data, charset: String? = nil, into metadata: inout LinkMetadata)
  {
    let events = events(in: start, charset: charset)
    metadata.title = events.plain("title", limit: 500) ?? metadata.title
    metadata.summary = events.plain("description") ?? events.plain("subtitle") ?? metadata.summary
    metadata.language = metadata.language ?? events.texts["language"].flatMap(LanguageTag.tag)
    metadata.feeds = [metadata.url]
  }

  private static func events(in start: Data, charset: String?) -> FeedEvents {
    let strict = FeedEvents()
    let parser = XMLPushParser(events: strict)
    let encoding = EncodingSniffer.transportEncoding(of: start, label: charset)
    if let encoding {
      let text = StreamingDecoder(encoding: encoding).decode(start, atEnd: true)
      let end = text.starts(with: "<?xml".utf8) ? text.firstRange(of: Array("?>".utf8)) : nil
      parser.parse(Array(text[(end?.upperBound ?? 0)...]))
    } else {
      parser.parse(Array(start))
    }
    // Doesn't end the feed, which may be longer.
    parser.begin()
    if parser.errorLine == nil { return strict }
    let lenient = FeedEvents()
    let declared = encoding ?? EncodingSniffer.encoding(of: start, transportLabel: nil)
    let lenientParser = LenientXMLParser(events: lenient)
    lenientParser.parse(StreamingDecoder(encoding: declared).decode(start, atEnd: true))
    lenientParser.finish()
    return lenient
  }

  /// Collects the text of the elements before the first entry.
  private final class FeedEvents: XMLEvents {
    private(set) var texts: [String: String] = [:]
    /// The elements whose text is HTML (RFC 4287, section 3.1.1.2).
    private var ofHTML: Set<String> = []
    private var open: String?
    private var depth = 0
    private var isInEntries = false
    /// The prefix of the outermost element, as in `atom:feed`.
    private var prefix = ""

    var wantsText: Bool { open != nil }

    func plain(_ name: String, limit: Int = 5_000) -> String? {
      texts[name].flatMap { text in
        ofHTML.contains(name)
          ? PlainText.fromHTML(text, limit: limit) : PlainText.withoutMarkup(text, limit: limit)
      }
    }

    func elementStarted(_ name: String, attributes: Attributes, line: Int) {
      depth += 1
      if depth == 1, name.hasSuffix(":feed") { prefix = String(name.dropLast("feed".count)) }
      let name = name.hasPrefix(prefix) ? String(name.dropFirst(prefix.count)) : name
      if name == "item" || name == "entry" { isInEntries = true }
      // Matches `rss > channel > title` and `feed > title`, but not an image's title, which is
      // nested deeper.
      let isOfFeed = depth <= 3 && !isInEntries && texts[name] == nil
      if isOfFeed, ["title", "description", "subtitle", "language"].contains(name) {
        open = name
        if attributes["type"] == "html" { ofHTML.insert(name) }
      }
    }

    func elementEnded(_ name: String) {
      depth -= 1
      if let open, name == prefix + open { self.open = nil }
    }

    func textRead(_ text: String) { if let open { texts[open, default: ""] += text } }
  }
}
