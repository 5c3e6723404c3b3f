package import Foundation
import LinkPreview
import Markup

extension Article {
  /// Reads a file that didn't come from a server: a page, Markdown, a feed or plain text.
  /// Recognises the format by the file's name and first bytes.
  ///
  /// - Parameters:
  ///   - file: the bytes of the file.
  ///   - url: the base of relative addresses in the file.
  ///   - name: the file's name; nil if it has none.
  ///   - charset: the label of the file's charset, if known.
  /// - Throws: ``ArticleError``. Any other file is ``ArticleError/notFetched(_:)`` with
  ///   ``LinkMetadataError/Cause/notAWebPage(type:)``.
  package init(
    file: Data, url: URL, name: String?, charset: String? = nil
  ) throws(ArticleError) {
    let ending = name.map { URL(filePath: $0).pathExtension.inLowerCase } ?? ""
    var sniffer = BinarySniffer(charset: charset)
    let sniffed = sniffer.mediaType(seeing: file)
    if let sniffed, Self.feedTypes.contains(sniffed) {
      try self.init(feed: file, url: url, charset: charset)
    } else if let sniffed {
      throw .notFetched(.failed(.notAWebPage(type: sniffed)))
    } else if Self.markdownEndings.contains(ending) {
      try self.init(markdown: file, url: url, charset: charset)
    } else if Feed.isJSONFeed(file) {
      try self.init(feed: file, url: url, charset: charset)
    } else if Self.pageEndings.contains(ending) || Self.isMarkup(file) {
      try self.init(html: file, url: url, charset: charset)
    } else {
      try self.init(text: file, charset: charset)
    }
  }

  /// Reads a file that a server sent.
  ///
  /// - Parameters:
  ///   - file: the bytes of the file, decompressed.
  ///   - url: the file's address, after redirects.
  ///   - mediaType: the type that the server states, in lower case; empty if it states none.
  ///   - charset: the label of the charset that the server states.
  /// - Throws: as ``init(file:url:name:charset:)``.
  package init(
    file: Data, url: URL, mediaType: String, charset: String?
  ) throws(ArticleError) {
    var sniffer = BinarySniffer(charset: charset)
    let sniffed = sniffer.mediaType(seeing: file)
    let isPlain = mediaType == "text/plain"
    // Servers often call Markdown plain text.
    if Self.markdownTypes.contains(mediaType)
      || isPlain && Self.markdownEndings.contains(url.pathExtension.inLowerCase)
    {
      try self.init(markdown: file, url: url, charset: charset)
    } else if mediaType == Self.jsonFeedType || sniffed.map(Self.feedTypes.contains) == true {
      try self.init(feed: file, url: url, charset: charset)
    } else if let other = sniffed ?? (Self.feedTypes.contains(mediaType) ? mediaType : nil) {
      throw .notFetched(.failed(.notAWebPage(type: other)))
    } else if isPlain {
      try self.init(text: file, charset: charset)
    } else {
      try self.init(html: file, url: url, charset: charset)
    }
  }

  /// The media types that may have an article. A server that states none usually sends a page.
  package static let mediaTypes =
    ["text/html", "application/xhtml+xml", "text/plain", "", jsonFeedType] + markdownTypes
    + feedTypes
  private static let markdownEndings = ["md", "markdown", "mdown", "mkd"]
  private static let pageEndings = ["html", "htm", "xhtml"]

  /// Whether a name ends like that of a file that can be read. Some of these endings are also those
  /// of hosts.
  package static func isFileName(_ name: String) -> Bool {
    let ending = name.split(separator: ".", omittingEmptySubsequences: false).dropFirst().last
    guard let ending = ending.map({ String($0).inLowerCase }) else { return false }
    return (markdownEndings + pageEndings + otherEndings).contains(ending)
  }

  /// The endings of texts, PDF files and feeds.
  private static let otherEndings = ["txt", "text", "pdf", "xml", "rss", "atom", "json"]
  private static let markdownTypes = ["text/markdown", "text/x-markdown"]
  private static let jsonFeedType = "application/feed+json"
  /// The media types of feeds. Servers send feeds as any XML, so the first bytes decide.
  private static let feedTypes = [
    "application/rss+xml", "application/atom+xml", "application/rdf+xml", "application/xml",
    "text/xml",
  ]

  /// Whether a file begins with a tag, a comment or a document type.
  private static func isMarkup(_ file: Data) -> Bool {
    let encoding = EncodingSniffer.encoding(of: file.prefix(1_024), transportLabel: nil)
    let start = StreamingDecoder(encoding: encoding).decode(file.prefix(1_024))
    let text = start.drop { $0 <= 0x20 || [0xEF, 0xBB, 0xBF].contains($0) }
    guard text.first == UInt8(ascii: "<"), let next = text.dropFirst().first else { return false }
    return "!?/".utf8.contains(next) || (0x41...0x5A).contains(next & 0xDF)
  }
}
