import Foundation
import Markup

/// Reads a sitemap, or an index of sitemaps (https://www.sitemaps.org/protocol.html). A title comes
/// from the entries of news (https://www.google.com/schemas/sitemap-news/0.9/).
enum SitemapFile {
  static func content(of bytes: [UInt8]) throws(MalformedContent) -> WholeFileReader.Content {
    var entries: [EntryReader.Entry] = []
    var sitemaps: [BookmarkReference] = []
    for element in try XMLTree(complete: bytes).elements {
      func text(_ names: String...) -> String? {
        element.descendants.last { names.contains($0.name) }?.text
          .trimmingCharacters(in: .whitespacesAndNewlines)
      }
      // Images and videos have addresses of their own, as in `image:loc`.
      let address = { text("loc", "sm:loc", "sitemap:loc") ?? "" }
      switch element.name.split(separator: ":").last {
      case "url":
        var draft = BookmarkDraft(address: address(), title: text("news:title"))
        draft.savedAt =
          (text("news:publication_date") ?? text("lastmod", "sm:lastmod", "sitemap:lastmod"))
          .flatMap(BookmarkDate.date)
        entries.append(draft.entry(line: element.line))
      case "sitemap":
        if let address = WebAddress(address()) {
          sitemaps.append(BookmarkReference(kind: .sitemap, address: address))
        }
      default: break
      }
    }
    return (entries, FileDetails(references: sitemaps))
  }
}
