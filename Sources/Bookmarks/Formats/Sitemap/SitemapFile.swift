import Foundation
import Markup

/// Reads a sitemap, or an index of sitemaps (https://www.sitemaps.org/protocol.html). A title comes
/// from the entries of news (https://www.google.com/schemas/sitemap-news/0.9/).
enum SitemapFile {
  static func content(of bytes: [UInt8]) throws(MalformedContent) -> WholeFileReader.Content {
    let events = try MarkupFile.read(bytes) { SitemapEvents() }
    return (events.entries, FileDetails(references: events.sitemaps))
  }
}

private final class SitemapEvents: XMLEvents {
  private(set) var entries: [EntryReader.Entry] = []
  private enum Field { case address, modified, title, published }

  /// The sitemaps of an index.
  private(set) var sitemaps: [BookmarkReference] = []

  private var field: Field?
  private var text = ""
  private var texts: [Field: String] = [:]
  private var line: Int?

  var wantsText: Bool { field != nil && text.utf8.count < 100_000 }

  func elementStarted(_ name: String, attributes: Attributes, line: Int) {
    text = ""
    switch Self.localName(name) {
    case "url", "sitemap": (texts, self.line) = ([:], line)
    // Images and videos have addresses of their own, as in `image:loc`.
    case "loc" where name == "loc" || name.hasPrefix("sm:") || name.hasPrefix("sitemap:"):
      field = .address
    case "lastmod": field = .modified
    case "title" where name == "news:title": field = .title
    case "publication_date" where name == "news:publication_date": field = .published
    default: field = nil
    }
  }

  func elementEnded(_ name: String) {
    if let field { texts[field] = text.trimmingCharacters(in: .whitespacesAndNewlines) }
    field = nil
    switch Self.localName(name) {
    case "url":
      var draft = BookmarkDraft(address: texts[.address] ?? "", title: texts[.title])
      draft.savedAt = (texts[.published] ?? texts[.modified]).flatMap(BookmarkDate.date)
      entries.append(draft.entry(line: line))
    case "sitemap":
      if let address = texts[.address].flatMap({ WebAddress($0) }) {
        sitemaps.append(BookmarkReference(kind: .sitemap, address: address))
      }
    default: break
    }
  }

  func textRead(_ text: String) { self.text += text }

  private static func localName(_ name: String) -> Substring {
    name.lastIndex(of: ":").map { name[name.index(after: $0)...] } ?? name[...]
  }
}
