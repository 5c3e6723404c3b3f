import Markup
import Foundation

/// A page that was read: what it says, and where it is from. Each field of the metadata is chosen in
/// a file of its own, in `Fields`.
struct Page {
  let facts: PageFacts
  let data: LinkedData
  let url: URL
  private let base: URL

  init(facts: PageFacts, url: URL) {
    self.facts = facts
    self.url = url
    base = facts.base.flatMap { URL(webAddress: $0, relativeTo: url) } ?? url
    let blocks = facts.jsonBlocks.flatMap { JSONReader.values(in: $0, decodesEntities: true) }
    data = LinkedData(values: blocks + facts.microdata.items, address: url.absoluteString)
  }

  /// Where the page sends its reader on at once; nil for a page that is there to be read.
  var refreshTarget: URL? {
    guard let refresh = facts.meta("refresh").flatMap({ MetaRefresh($0) }), refresh.seconds < 1
    else { return nil }
    return refresh.address.flatMap(absolute)
  }

  /// The web address that the page writes as `address`, relative to its base.
  func absolute(_ address: String) -> URL? { URL(webAddress: address, relativeTo: base) }
}

extension LinkMetadata {
  /// - Parameter originalURL: the address before redirects.
  init(page: Page, originalURL: URL) {
    self.init(originalURL: originalURL, url: page.url)
    // A wall has nothing to say of the page behind it.
    if page.wall(originalURL: originalURL) == nil {
      title = page.title
      summary = page.summary
    }
    siteName = page.siteName
    author = page.author
    published = page.published
    modified = page.modified
    language = page.language
    kind = page.kind
    canonicalURL = page.canonicalURL
    image = page.image
    icons = page.icons
    video = page.video
    remoteVideo = page.remoteVideo
    themeColor = page.themeColor
    feeds = page.feeds
    readingTime = page.readingTime
  }
}
