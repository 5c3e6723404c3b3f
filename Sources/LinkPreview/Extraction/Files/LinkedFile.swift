package import Foundation
import Markup

/// A link that leads to a file instead of a page. Its card has the contents of the headers, the
/// file's name and its first bytes.
package struct LinkedFile {
  /// The final URL, after redirects.
  let url: URL
  /// The media type in lower case, without parameters.
  let mediaType: String
  /// The name of the file in `Content-Disposition`.
  let name: String?
  /// The size in bytes, if the server states it.
  let length: Int?
  /// The first bytes.
  let start: Data
  /// The charset that came with the file.
  var charset: String?

  package init(
    url: URL, mediaType: String, name: String?, length: Int?, start: Data, charset: String? = nil
  ) {
    self.url = url
    self.mediaType = mediaType
    self.name = name
    self.length = length
    self.start = start
    self.charset = charset
  }

  /// Returns the number of first bytes worth reading. They contain an image's size and the titles
  /// of feeds and many PDF files. Audio, video and archives start with nothing useful.
  package static func startLength(of mediaType: String) -> Int {
    if mediaType.hasPrefix("text/") { return 4 << 10 }
    if mediaType.hasPrefix("image/") { return 64 << 10 }
    let isRead =
      mediaType == "application/pdf" || mediaType.hasSuffix("json") || mediaType.hasSuffix("xml")
    return isRead ? 256 << 10 : 0
  }

  package func metadata(originalURL: URL) -> LinkMetadata {
    var metadata = LinkMetadata(originalURL: originalURL, url: url)
    metadata.canonicalURL = url.withoutFragment
    metadata.siteName = url.displayHost
    metadata.title = PlainText.folded(fileName)
    metadata.icons = url.faviconURL.map { [.init(url: $0)] } ?? []
    var parts = [format]
    switch mediaType.prefix(while: { $0 != "/" }) {
    case "image":
      metadata.kind = .image
      let size = ImageHeader(start)
      metadata.image = LinkMetadata.Media(
        url: url, type: mediaType, width: size?.width, height: size?.height)
      if let width = size?.width, let height = size?.height { parts.append("\(width) × \(height)") }
    case "video":
      metadata.kind = .video
      metadata.video = LinkMetadata.Media(url: url, type: mediaType)
    case "audio": metadata.kind = .audio
    default: metadata.kind = .document
    }
    if let length { parts.append(Self.sizeText(bytes: length)) }
    metadata.summary = parts.joined(separator: ", ")
    readContent(into: &metadata)
    return metadata
  }

  /// The name from the server, or the last part of the address, or the host.
  private var fileName: String {
    let last = url.path(percentEncoded: false).split(separator: "/").last.map(String.init)
    return name ?? last ?? url.displayHost
  }

  private func readContent(into metadata: inout LinkMetadata) {
    switch mediaType {
    case "application/pdf":
      metadata.title = PDFTitle.title(in: start) ?? metadata.title
    case _ where isFeed:
      metadata.kind = .feed
      read(Feed(start, charset: charset, wantsEntries: false), into: &metadata)
      metadata.feeds = [metadata.url]
    case _ where mediaType.hasSuffix("json"):
      let value = JSONReader.values(in: String(decoding: start, as: UTF8.self)).first
      let title = ["title", "name"].firstResult { Self.filled(value?[$0]?.text) }
      metadata.title = title.flatMap { PlainText.withoutMarkup($0, limit: 500) } ?? metadata.title
      let summary = Self.filled(value?["description"]?.text).flatMap { PlainText.withoutMarkup($0) }
      metadata.summary = summary ?? metadata.summary
    case _ where mediaType.hasPrefix("text/"):
      // The beginning of a text tells people more than its size.
      let encoding = EncodingSniffer.transportEncoding(of: start, label: charset)
      let decoder = StreamingDecoder(encoding: encoding, guess: EncodingGuess(host: url.host()))
      let text = String(decoding: decoder.decode(start, atEnd: true), as: UTF8.self)
      metadata.summary = PlainText.folded(text, limit: 300) ?? metadata.summary
    default: break
    }
  }

  /// Returns a text unless it's one that a program left unfilled.
  private static func filled(_ text: String?) -> String? {
    text.flatMap { Placeholder.stands(in: $0) ? nil : $0 }
  }

  private var isFeed: Bool {
    ["application/rss+xml", "application/atom+xml", "application/rdf+xml"].contains(mediaType)
      || (mediaType.hasSuffix("xml") && Feed.mediaType(of: start) != nil)
      || (mediaType.hasSuffix("json") && Feed.isJSONFeed(start))
  }

  private func read(_ feed: Feed, into metadata: inout LinkMetadata) {
    metadata.title = Self.filled(feed.title?.plain(limit: TextLimit.title)) ?? metadata.title
    metadata.summary =
      Self.filled(feed.summary?.plain(limit: TextLimit.summary)) ?? metadata.summary
    metadata.language = metadata.language ?? feed.language.flatMap(LanguageTag.tag)
  }

  /// The file's format for people, such as `PDF document` or `PNG image`.
  private var format: String {
    let parts = mediaType.split(separator: "/", maxSplits: 1)
    guard parts.count == 2 else { return "File" }
    if mediaType == "application/octet-stream" { return "File" }
    var name = parts[1].split(separator: ";")[0]
    if name.hasPrefix("x-") { name = name.dropFirst(2) }
    let short = name.split { $0 == "." || $0 == "+" }.first ?? name
    let isShort = short.count <= 5
    let format = isShort ? short.uppercased() : String(name)
    switch parts[0] {
    case "image", "video", "audio": return "\(format) \(parts[0])"
    case "text": return mediaType == "text/plain" ? "Text" : "\(format) text"
    default: return mediaType == "application/pdf" ? "PDF document" : "\(format) file"
    }
  }

  /// Formats a size as `640 bytes`, `12 kB` or `3.4 MB`. The units are decimal, as in file
  /// managers.
  static func sizeText(bytes: Int) -> String {
    switch bytes {
    case 1: return "1 byte"
    case ..<1_000: return "\(bytes) bytes"
    case ..<1_000_000: return "\((bytes + 500) / 1_000) kB"
    case ..<1_000_000_000: return "\(Double((bytes + 50_000) / 100_000) / 10) MB"
    default: return "\(Double((bytes / 1_000_000 + 50) / 100) / 10) GB"
    }
  }
}
