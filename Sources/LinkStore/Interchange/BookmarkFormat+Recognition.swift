import Foundation
import LinkPreview

extension BookmarkFormat {
  /// The format of a file by its first bytes, whatever its name is; nil for none of these.
  ///
  /// - Parameter start: the beginning of the file, some thousand bytes or all of it.
  public init?(startOfFile start: some Collection<UInt8>) {
    if let format = Self.binaries.first(where: { start.starts(with: $0.magic) })?.format {
      self = format
      return
    }
    let encoding = EncodingSniffer.encoding(of: start, transportLabel: nil)
    // Text has none, but for the encodings with two bytes a letter.
    if encoding != .utf16LittleEndian, encoding != .utf16BigEndian, start.contains(0) { return nil }
    let decoded = StreamingDecoder(encoding: encoding).decode(start.prefix(Self.recognitionLength))
    let text = String(decoding: decoded, as: UTF8.self).drop(while: \.isWhitespace)
    guard
      let format = Self.markup(text) ?? Self.json(text) ?? Self.table(text) ?? Self.list(text)
        ?? Self.prose(text)
    else { return nil }
    self = format
  }

  private static let recognitionLength = 32_768

  private static let binaries: [(magic: [UInt8], format: BookmarkFormat)] = [
    (Array("SQLite format 3\0".utf8), .firefox), (MozillaLZ4.magic, .firefoxBackup),
    (Array("bplist00".utf8), .safari),
  ]

  /// Whether its files may hold bytes that are no text.
  var isBinary: Bool { Self.binaries.contains { $0.format == self } }

  private static func markup(_ text: Substring) -> BookmarkFormat? {
    guard text.hasPrefix("<") else { return nil }
    let start = withoutComments(text).lowercased()
    let root = start.drop(while: \.isWhitespace)
    if start.contains("<xbel") { return .xbel }
    if start.contains("<plist") || start.contains("<!doctype plist") { return .safari }
    if start.contains("<opml") || start.contains("<outline") { return .opml }
    let documents = ["<!doctype", "<html", "<head", "<meta", "<title", "<dl", "<?xml"]
    if documents.contains(where: root.hasPrefix) { return .netscape }
    // A list in Markdown often begins with a picture in HTML, and a page seldom with a link in Markdown.
    if isMarkdown(text) { return .markdown }
    return ["<h1", "<h3", "<dl", "<dt", "<a ", "<title"].contains { start.contains($0) }
      ? .netscape : nil
  }

  private static func withoutComments(_ text: Substring) -> String {
    var kept = ""
    var rest = text
    while let open = rest.range(of: "<!--") {
      kept += rest[..<open.lowerBound]
      guard let close = rest[open.upperBound...].range(of: "-->") else { return kept }
      rest = rest[close.upperBound...]
    }
    return kept + rest
  }

  private static func json(_ text: Substring) -> BookmarkFormat? {
    if text.hasPrefix("[") {
      // `[` begins links of Markdown too.
      let next = text.dropFirst().first { !$0.isWhitespace }
      return next == "{" || next == "]" ? .json : nil
    }
    guard text.hasPrefix("{") else { return nil }
    if text.prefixMatch(of: /\{\s*"(?:roots|checksum)"\s*:/) != nil
      || text.firstMatch(of: /"roots"\s*:\s*\{/) != nil && text.contains("\"bookmark_bar\"")
    {
      return .chrome
    }
    // A second object is what makes lines of them.
    let rest = text.drop { !$0.isNewline }
    let isWholeLine = text[..<rest.startIndex].last { !$0.isWhitespace } == "}"
    return isWholeLine && rest.first { !$0.isWhitespace } == "{" ? .jsonLines : .json
  }

  private static func table(_ text: Substring) -> BookmarkFormat? {
    let header = text.prefix { !$0.isNewline }
    var names: [String]?
    var parser = CSVParser()
    parser.read(Array("\(header)\n".utf8)) { names = names ?? $0.fields }
    return names.flatMap { CSVColumns(header: $0) } == nil ? nil : .csv
  }

  private static func list(_ text: Substring) -> BookmarkFormat? {
    if text.hasPrefix("Opera Hotlist version") { return .opera }
    return NewsboatLines.recognizes(text) ? .newsboat : nil
  }

  private static func prose(_ text: Substring) -> BookmarkFormat? {
    guard text.contains(/(?i)https?:\/\//) else { return nil }
    let isOrg =
      text.contains(/(?im)^[ \t]*:PROPERTIES:[ \t]*$/) || text.contains(/(?im)^#\+[a-z_]+:/)
      || text.contains(/\[\[https?:[^\[\]\n]*\](?:\[|\])/)
    if isOrg, !text.contains(/\]\([ \t]*<?https?:\/\//) { return .org }
    return isMarkdown(text) ? .markdown : .text
  }

  private static func isMarkdown(_ text: Substring) -> Bool {
    text.contains(/(?i)\]\([ \t]*<?https?:\/\//)
      || text.contains(/(?im)^[ \t]*[-*+][ \t]+<?https?:/)
      || text.contains(/(?im)^ {0,3}\[[^\]\n]+\]:[ \t]*<?https?:/)
      || text.contains(/(?i)<a\s[^<>]*href/) && !text.hasPrefix("<")
  }
}
