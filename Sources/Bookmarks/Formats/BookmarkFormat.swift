import Foundation
import Markup

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
  /// An Internet shortcut of Windows (`.url`) or a link of a desktop entry (`.desktop`). macOS's
  /// `.webloc` is ``safari``.
  case shortcut
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
    default: nil
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
    case .shortcut: LineReader(lines: ShortcutLines(title: options.fileName))
    case .newsboat: LineReader(lines: NewsboatLines())
    case .json: JSONObjectReader()
    case .jsonLines: LineReader(lines: JSONLines())
    case .markdown:
      WholeFileReader(content: { bytes throws(MalformedContent) in
        try MarkdownFile.content(of: bytes, options)
      })
    case .chrome: WholeFileReader(ChromeFile.entries)
    case .safari:
      WholeFileReader({ bytes throws(MalformedContent) in
        try SafariFile.entries(in: bytes, name: options.fileName)
      })
    case .opml: WholeFileReader(content: OPMLFile.content)
    case .feed:
      WholeFileReader(content: { bytes throws(MalformedContent) in
        try FeedFile.content(of: bytes, base: options.baseAddress)
      })
    case .sitemap: WholeFileReader(content: SitemapFile.content)
    case .page: PageLinkReader(base: options.baseAddress)
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
    case .netscape, .opera, .shortcut, .csv, .newsboat, .markdown, .org, .text, .page: .detected
    }
  }
}

extension BookmarkFormat {
  /// Recognizes the format of a file by its first bytes, whatever its name. Returns nil for any
  /// other format.
  ///
  /// - Parameter start: the beginning of the file: some thousand bytes, or all of it.
  public init?(startOfFile start: some Collection<UInt8>) {
    self.init(startOfFile: start, charset: nil)
  }

  /// - Parameter charset: the label of the charset that came with the file.
  init?(startOfFile start: some Collection<UInt8>, charset: String?) {
    if let format = Self.binaries.first(where: { start.starts(with: $0.magic) })?.format {
      self = format
      return
    }
    let encoding = EncodingSniffer.encoding(of: start, transportLabel: charset)
    // Text has no zero bytes, except in encodings with two bytes per letter.
    if encoding?.isWide != true, start.contains(0) { return nil }
    let decoded = StreamingDecoder(encoding: encoding).decode(start.prefix(Self.recognitionLength))
    let all = String(decoding: decoded, as: UTF8.self).drop(while: \.isWhitespace)
    var text = all
    // The last line may be truncated. In JSON, its first character is enough.
    if start.count >= Self.recognitionLength, let end = text.lastIndex(where: \.isNewline) {
      text = text[..<end]
    }
    guard
      let format = Self.markup(text) ?? Self.json(all) ?? Self.table(text) ?? Self.list(text)
        ?? Self.prose(text)
    else { return nil }
    self = format
  }

  /// The number of first bytes that recognition needs at most.
  static let recognitionLength = 65_536

  private static let binaries: [(magic: [UInt8], format: BookmarkFormat)] = [
    (Array("SQLite format 3\0".utf8), .firefox), (MozillaLZ4.magic, .firefoxBackup),
    (Array("bplist00".utf8), .safari),
  ]

  /// Whether files of this format may contain bytes that aren't text.
  var isBinary: Bool { Self.binaries.contains { $0.format == self } }

  private static func markup(_ text: Substring) -> BookmarkFormat? {
    guard text.hasPrefix("<") else { return nil }
    let start = MarkupStart(text)
    switch start.element {
    case "xbel": return .xbel
    case "plist": return .safari
    case "opml", "outline": return .opml
    case "rss", "feed", "rdf": return .feed
    case "urlset", "sitemapindex": return .sitemap
    case "html", "head", "meta", "title", "dl", "dt", "body": return html(text)
    default: break
    }
    switch start.documentType {
    case "plist": return .safari
    case "xbel": return .xbel
    case "netscape-bookmark-file-1": return .netscape
    case "html": return html(text)
    default: break
    }
    if start.isXML { return text.lowercased().contains("<outline") ? .opml : html(text) }
    // A Markdown list often begins with an HTML image, but an HTML page rarely with a Markdown
    // link.
    if isMarkdown(text) || text.contains(/(?m)^(?:#{1,6} \S|[-*+] \S|```)/) { return .markdown }
    let names = ["<h1", "<h3", "<dl", "<dt", "<a "]
    let lowercased = text.lowercased()
    return names.contains { lowercased.contains($0) } ? html(text) : nil
  }

  /// Distinguishes a file of bookmarks from any other page. Only bookmarks have the date they were
  /// added, or are terms (`<dt>`) outside the structure that every page has.
  private static func html(_ text: Substring) -> BookmarkFormat {
    if text.contains(/(?i)<!doctype\s+netscape-bookmark-file/) { return .netscape }
    if text.contains(/(?i)<a\s[^<>]*\b(?:add_date|time_added)=/) { return .netscape }
    let isList = text.contains(/(?i)<dt>\s*<(?:a|h3)\b/)
    return isList && !text.contains(/(?i)<(?:div|script|main|article|section|nav)\b/)
      ? .netscape : .page
  }

  private static func json(_ text: Substring) -> BookmarkFormat? {
    if text.hasPrefix("[") {
      // `[` begins Markdown links too.
      let next = text.dropFirst().first { !$0.isWhitespace }
      return next == "{" || next == "]" ? .json : nil
    }
    guard text.hasPrefix("{") else { return nil }
    if text.prefixMatch(of: /\{\s*"(?:roots|checksum)"\s*:/) != nil
      || text.firstMatch(of: /"roots"\s*:\s*\{/) != nil && text.contains("\"bookmark_bar\"")
    {
      return .chrome
    }
    if Feed.isJSONFeed(text.utf8) { return .feed }
    // A second object means JSON Lines.
    let afterFirstLine = text.drop { !$0.isNewline }
    let isWholeLine = text[..<afterFirstLine.startIndex].last { !$0.isWhitespace } == "}"
    return isWholeLine && afterFirstLine.first { !$0.isWhitespace } == "{" ? .jsonLines : .json
  }

  private static func table(_ text: Substring) -> BookmarkFormat? {
    let header = text.prefix { !$0.isNewline }
    // A heading can have commas, but no tabs.
    if header.hasPrefix("#"), !header.contains("\t") {
      return CSVSample.recognizes(text) ? .csv : nil
    }
    // A single column means a list of addresses with a heading.
    if CSVStart(text) != nil { return .csv }
    return CSVSample.recognizes(text) ? .csv : nil
  }

  private static func list(_ text: Substring) -> BookmarkFormat? {
    if text.hasPrefix("Opera Hotlist version") { return .opera }
    if ShortcutLines.recognizes(text) { return .shortcut }
    return NewsboatLines.recognizes(text) ? .newsboat : nil
  }

  private static func prose(_ text: Substring) -> BookmarkFormat? {
    let isReferring = text.contains(/(?m)\[[^\[\]\n]+\]\[[^\[\]\n]*\]/)
    guard text.contains(/(?i)https?:\/\//) || isReferring else {
      return hasAddressLine(text) ? .text : nil
    }
    if FrontMatter(Array(text.utf8)).end > 0 { return .markdown }
    if text.contains(/(?im)^(?:#\+[a-z_]+:|[ \t]*:PROPERTIES:[ \t]*$)/) { return .org }
    if isListOfAddresses(text) { return .text }
    let orgLinks = text.matches(of: /\[\[https?:[^\[\]\n]*\](?:\[|\])/).count
    let links = text.matches(of: /\]\([ \t]*<?https?:\/\//).count
    if orgLinks > links { return .org }
    return isReferring || isMarkdown(text) ? .markdown : .text
  }

  /// Whether a line is nothing but an address without its scheme.
  private static func hasAddressLine(_ text: Substring) -> Bool {
    text.split(whereSeparator: \.isNewline).contains {
      SchemelessAddress($0.trimmingCharacters(in: .whitespaces)) != nil
    }
  }

  /// Whether each line is one address, with or without a title, so that its characters aren't
  /// markup.
  private static func isListOfAddresses(_ text: Substring) -> Bool {
    text.split(whereSeparator: \.isNewline).allSatisfy { line in
      let line = line.drop(while: \.isWhitespace)
      let isAddress = line.hasPrefix("http://") || line.hasPrefix("https://")
      let afterAddress = line.drop { !$0.isWhitespace }
      return line.isEmpty || line.hasPrefix("#")
        || isAddress && (afterAddress.allSatisfy(\.isWhitespace) || afterAddress.hasPrefix(" | "))
    }
  }

  private static func isMarkdown(_ text: Substring) -> Bool {
    text.contains(/(?i)\]\([ \t]*<?https?:\/\//)
      || text.contains(/(?im)^[ \t]*[-*+][ \t]+<?https?:/)
      || text.contains(/(?im)^ {0,3}\[[^\]\n]+\]:[ \t]*<?https?:/)
      || text.contains(/(?i)<a\s[^<>]*href/) && !text.hasPrefix("<")
  }
}

/// The beginning of an HTML or XML text, ignoring comments.
private struct MarkupStart {
  /// The name of the first element, in lower case.
  private(set) var element: Substring = ""
  /// The name in `<!DOCTYPE …>`, in lower case.
  private(set) var documentType: Substring = ""
  private(set) var isXML = false

  init(_ text: Substring) {
    var remaining = text
    while let open = remaining.firstIndex(of: "<") {
      remaining = remaining[open...].dropFirst()
      if remaining.hasPrefix("!--") {
        guard let end = remaining.range(of: "-->") else { return }
        remaining = remaining[end.upperBound...]
      } else if remaining.hasPrefix("?") {
        isXML = isXML || remaining.hasPrefix("?xml")
      } else if remaining.hasPrefix("!") {
        let words = remaining.prefix { $0 != ">" }.split(whereSeparator: \.isWhitespace)
        if words.count > 1, words[0].lowercased() == "!doctype" {
          documentType = words[1].lowercased()[...]
        }
      } else {
        let name = remaining.prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == ":" }
        element = name.lowercased()[...]
        // The prefix of the namespace, as in `atom:feed`. The name of `rdf:RDF` is its prefix, too.
        if let colon = element.lastIndex(of: ":") { element = element[colon...].dropFirst() }
        return
      }
    }
  }
}
