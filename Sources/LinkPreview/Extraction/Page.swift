import Markup
package import Foundation

/// A parsed page: its contents and its URL. Each metadata field is derived in its own file in
/// `Fields`.
///
/// A class, because copying all facts of a page would take longer than most fields.
package final class Page: Sendable {
  package let facts: PageFacts
  package let data: LinkedData
  package let url: URL
  /// The host in the form for people, and its label that names the site.
  let host: String
  let hostLabel: String?
  /// The site's name as the site states it, or else a readable form of its host.
  let siteName: String
  /// The kind of page.
  let kind: LinkMetadata.Kind?
  private let address: WebAddress
  private let base: WebAddress

  init(facts: PageFacts, url: URL) {
    self.facts = facts
    self.url = url
    let address = WebAddress(url)
    self.address = address
    host = url.displayHost
    hostLabel = SiteName.label(ofHost: host)
    base = facts.base.flatMap { WebAddress($0, relativeTo: address) } ?? address
    data = LinkedData(facts, url: url)
    kind = Self.kind(facts, data)
    siteName = SiteName.stated(in: facts, data, hostLabel: hostLabel) ?? host
  }

  /// The target of an immediate meta refresh. Nil if there's none, or if the delay is a second or
  /// more, because such a page is meant to be read.
  package var refreshTarget: URL? {
    guard let refresh = facts.meta("refresh").flatMap({ MetaRefresh($0) }), refresh.seconds < 1
    else { return nil }
    return refresh.address.flatMap(absolute)
  }

  /// Whether the page is the one at the bare address of its host.
  var isFrontPage: Bool { url.path().utf8.count < 2 }

  /// The address where browsers look for the icon if the page doesn't name one.
  var faviconURL: URL? { URL(webAddress: "/favicon.ico", relativeTo: address) }

  /// Resolves `address` against the page's base URL. Returns nil if the result isn't a web address.
  package func absolute(_ address: String) -> URL? { URL(webAddress: address, relativeTo: base) }
}

extension LinkMetadata {
  /// - Parameter originalURL: the address before redirects.
  package init(page: Page, originalURL: URL) {
    self.init(originalURL: originalURL, url: page.url)
    for field in MetadataField.all { field.read(page, &self) }
    // The title and summary of a wall don't describe the page behind it.
    if page.wall(originalURL: originalURL) != nil { (title, summary) = (nil, nil) }
    (canonicalURL, syndicationSource) = page.addresses
    let videos = page.videos
    video = page.video(among: videos)
    remoteVideo = page.remoteVideo(among: videos)
    self = sanitized()
  }
}
