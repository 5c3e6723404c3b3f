import Foundation
import Markup

extension BookmarkFormat {
  /// Recognizes the format of a file by its first bytes, whatever its name. Returns nil for any
  /// other format.
  ///
  /// - Parameter start: the beginning of the file: some thousand bytes, or all of it.
  public init?(startOfFile start: some Collection<UInt8>) {
    if let format = Self.binaries.first(where: { start.starts(with: $0.magic) })?.format {
      self = format
      return
    }
    let encoding = EncodingSniffer.encoding(of: start, transportLabel: nil)
    // Text has no zero bytes, except in encodings with two bytes per letter.
    if encoding != .utf16LittleEndian, encoding != .utf16BigEndian, start.contains(0) { return nil }
    let decoded = StreamingDecoder(encoding: encoding).decode(start.prefix(Self.recognitionLength))
    var text = String(decoding: decoded, as: UTF8.self).drop(while: \.isWhitespace)
    // The last line may be truncated.
    if start.count >= Self.recognitionLength, let end = text.lastIndex(where: \.isNewline) {
      text = text[..<end]
    }
    guard
      let format = Self.markup(text) ?? Self.json(text) ?? Self.table(text) ?? Self.list(text)
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
    var names: [String] = []
    var parser = CSVParser()
    parser.read(Array("\(header)\n".utf8)) { names = names.isEmpty ? $0.fields : names }
    // A single column means a list of addresses with a heading.
    if names.count > 1, CSVColumns(header: names) != nil { return .csv }
    return CSVSample.recognizes(text) ? .csv : nil
  }

  private static func list(_ text: Substring) -> BookmarkFormat? {
    if text.hasPrefix("Opera Hotlist version") { return .opera }
    return NewsboatLines.recognizes(text) ? .newsboat : nil
  }

  private static func prose(_ text: Substring) -> BookmarkFormat? {
    let isReferring = text.contains(/(?m)\[[^\[\]\n]+\]\[[^\[\]\n]*\]/)
    guard text.contains(/(?i)https?:\/\//) || isReferring else {
      return hasAddressLine(text) ? .text : nil
    }
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
