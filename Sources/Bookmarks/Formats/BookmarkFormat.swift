/// The formats of bookmark files. Raw values are the names on the command line.
public enum BookmarkFormat: String, CaseIterable, Sendable {
  /// The HTML that every browser and bookmark service exports and imports.
  case netscape = "html"
  /// Firefox's own database, `places.sqlite`.
  case firefox
  /// Firefox's backups, `bookmarks-….jsonlz4`. Uncompressed backups are ``json``.
  case firefoxBackup = "jsonlz4"
  /// The `Bookmarks` file of Chrome, Chromium, Edge, Brave and Vivaldi.
  case chrome
  /// Safari's `Bookmarks.plist`.
  case safari
  /// The hotlist of Opera up to version 12, `opera6.adr`.
  case opera
  /// XBEL, the bookmarks of KDE, GNOME and others.
  case xbel
  /// Tables of Pocket, Instapaper, Raindrop, Readwise and our own, distinguished by their header
  /// (RFC 4180).
  case csv
  /// Outlines (http://opml.org/spec2.opml), including lists of feeds.
  case opml
  /// The `urls` file of newsboat.
  case newsboat
  /// The entries of a feed: RSS, Atom or JSON Feed.
  case feed
  /// The addresses of a sitemap (https://www.sitemaps.org/protocol.html).
  case sitemap
  /// The links in the text of a web page.
  case page
  /// The links in a Markdown text.
  case markdown
  /// The links in an Org text.
  case org
  /// The addresses in a plain text, one per line or inside sentences. Also OneTab's list.
  case text
  /// Our own JSON, or any service's: everything in the file that has an address.
  case json
  /// Our own format with one object per line. Keeps everything.
  case jsonLines = "jsonl"

  /// Whether ``BookmarkWriter`` writes the format. All other formats are import-only.
  public var isWritable: Bool { encoder != nil }
}

/// The reader and the encoder of each format.
extension BookmarkFormat {
  /// Writes the format; nil when it's import-only.
  var encoder: (any BookmarkEncoder)? {
    switch self {
    case .netscape: NetscapeEncoder()
    case .csv: CSVEncoder()
    case .opml: OPMLEncoder()
    case .markdown: MarkdownEncoder()
    case .text: TextEncoder()
    case .json: JSONBookmarkEncoder(isArray: true)
    case .jsonLines: JSONBookmarkEncoder(isArray: false)
    case .firefox, .firefoxBackup, .chrome, .safari, .opera, .xbel, .newsboat, .org, .feed,
      .sitemap,
      .page:
      nil
    }
  }

  /// Reads the format; nil for Firefox's database, which ``PlacesFile`` reads.
  func reader(_ options: BookmarkReader.Options) -> (any EntryReader)? {
    switch self {
    case .netscape: NetscapeReader()
    case .csv: CSVReader()
    case .text: LineReader(lines: TextLines(isList: options.picksEntries))
    case .org: LineReader(lines: OrgLines())
    case .opera: LineReader(lines: OperaLines())
    case .newsboat: LineReader(lines: NewsboatLines())
    case .json: JSONObjectReader()
    case .jsonLines: LineReader(lines: JSONLines())
    case .markdown:
      WholeFileReader(content: { bytes throws(MalformedContent) in
        try MarkdownFile.content(of: bytes, options)
      })
    case .chrome: WholeFileReader(ChromeFile.entries)
    case .safari: WholeFileReader(SafariFile.entries)
    case .opml: WholeFileReader(content: OPMLFile.content)
    case .feed:
      WholeFileReader(content: { bytes throws(MalformedContent) in
        try FeedFile.content(of: bytes, base: options.baseAddress)
      })
    case .sitemap: WholeFileReader(content: SitemapFile.content)
    case .page: PageReader(base: options.baseAddress)
    case .xbel: WholeFileReader(XBELFile.entries)
    case .firefoxBackup: WholeFileReader(MozillaLZ4.entries)
    case .firefox: nil
    }
  }

  /// The way that a format's bytes become text.
  enum TextDecoding {
    /// The reader decodes the bytes itself, because XML and property lists declare their encoding.
    case byReader
    /// UTF-8, unless a byte order mark says otherwise (RFC 8259).
    case utf8
    /// The encoding that the file declares, or the one that its bytes look like.
    case detected
  }

  var textDecoding: TextDecoding {
    switch self {
    case .opml, .xbel, .safari, .firefoxBackup, .firefox, .feed, .sitemap: .byReader
    case .json, .jsonLines, .chrome: .utf8
    case .netscape, .opera, .csv, .newsboat, .markdown, .org, .text, .page: .detected
    }
  }
}
