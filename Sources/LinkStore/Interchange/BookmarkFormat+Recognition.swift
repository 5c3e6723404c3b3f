import Foundation
import LinkPreview

extension BookmarkFormat {
  /// The format of a file by its first bytes, whatever its name is; nil for none of these.
  ///
  /// - Parameter start: the beginning of the file, some thousand bytes or all of it.
  public init?(startOfFile start: some Collection<UInt8>) {
    if start.starts(with: "SQLite format 3\0".utf8) {
      self = .firefox
      return
    }
    let encoding = EncodingSniffer.encoding(of: start, transportLabel: nil)
    // Text has none, but for the encodings with two bytes a letter.
    if encoding != .utf16LittleEndian, encoding != .utf16BigEndian, start.contains(0) { return nil }
    let decoded = StreamingDecoder(encoding: encoding).decode(start.prefix(Self.recognitionLength))
    let text = String(decoding: decoded, as: UTF8.self).drop(while: \.isWhitespace)
    guard
      let format = Self.markup(text) ?? Self.json(text) ?? Self.table(text) ?? Self.prose(text)
    else { return nil }
    self = format
  }

  private static let recognitionLength = 32_768

  private static func markup(_ text: Substring) -> BookmarkFormat? {
    guard text.hasPrefix("<") else { return nil }
    let start = text.lowercased()
    if start.contains("<opml") { return .opml }
    let signs = [
      "<!doctype", "<html", "<head", "<meta", "<title", "<h1", "<h3", "<dl", "<dt", "<a ",
    ]
    return signs.contains { start.contains($0) } ? .netscape : nil
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
    let firstLine = text.prefix { !$0.isNewline }
    return firstLine.dropFirst().allSatisfy(\.isWhitespace) ? .json : .jsonLines
  }

  private static func table(_ text: Substring) -> BookmarkFormat? {
    let header = text.prefix { !$0.isNewline }
    var names: [String]?
    var parser = CSVParser()
    parser.read(Array("\(header)\n".utf8)) { names = names ?? $0.fields }
    return names.flatMap { CSVColumns(header: $0) } == nil ? nil : .csv
  }

  private static func prose(_ text: Substring) -> BookmarkFormat? {
    guard text.contains(/(?i)https?:\/\//) else { return nil }
    return text.contains(/(?i)\]\(\s*<?https?:\/\//) || text.contains(/(?im)^\s*[-*+]\s+<?https?:/)
      ? .markdown : .text
  }
}
