import Markup
package import Foundation

extension Page {
  /// The RSS, Atom and JSON feeds of the page or its site, 20 at most.
  var feeds: [URL] {
    var feeds: [URL] = []
    for link in facts.links
    where link.relations.contains(.alternate) && Self.feedTypes.contains(link.type ?? "") {
      guard feeds.count < 20, let url = absolute(link.address), !feeds.contains(url) else {
        continue
      }
      feeds.append(url)
    }
    return feeds
  }

  private static let feedTypes: Set = [
    "application/rss+xml", "application/atom+xml", "application/feed+json", "application/rdf+xml",
  ]

  /// The address of the page's oEmbed data (https://oembed.com, section 4) in JSON.
  package var oEmbedURL: URL? {
    facts.links.first { link in
      link.relations.contains(.alternate)
        && ["application/json+oembed", "text/json+oembed"].contains(link.type ?? "")
    }.flatMap { absolute($0.address) }
  }

  /// The web app manifest (https://www.w3.org/TR/appmanifest/), which may name larger icons.
  package var manifestURL: URL? {
    facts.links.first { $0.relations.contains(.manifest) }.flatMap { absolute($0.address) }
  }
}
