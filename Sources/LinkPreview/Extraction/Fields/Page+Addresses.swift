package import Foundation
import Markup

extension Page {
  /// The RSS, Atom and JSON feeds of the page or its site, 20 at most.
  var feeds: [URL] {
    var feeds: [URL] = []
    for link in facts.links
    where link.relations.contains(.alternate) && Self.feedTypes.contains(link.type ?? "") {
      guard feeds.count < 20, let url = stated(link.address), !feeds.contains(url) else {
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
    }.flatMap { stated($0.address) }
  }

  /// The web app manifest (https://www.w3.org/TR/appmanifest/), which may name larger icons.
  package var manifestURL: URL? {
    facts.links.first { $0.relations.contains(.manifest) }.flatMap { stated($0.address) }
  }
}

extension Page {
  /// The page's canonical URL (RFC 6596), or its own URL without the fragment if it states no
  /// address on its own site. Also the address that the page states on another site, which is the
  /// address of the page it's a copy of.
  var addresses: (canonical: URL, syndicationSource: URL?) {
    let linked = linkedAddress
    // Most pages are on the site of their canonical address.
    if let linked, isSameSite(linked) { return (linked, nil) }
    let shared = sharedAddress
    guard let declared = linked ?? shared else { return (url.withoutFragment, nil) }
    if isAddress(declared, confirmedBy: linked, shared) { return (declared, nil) }
    if let shared, isSameSite(shared) { return (shared, declared) }
    return (url.withoutFragment, declared)
  }

  private var linkedAddress: URL? {
    facts.links.firstResult { $0.relations.contains(.canonical) ? stated($0.address) : nil }
  }

  private var sharedAddress: URL? {
    facts.allMetas("og:url").firstResult(stated)
      ?? facts.allMetas("twitter:url").firstResult(stated)
  }

  /// Whether the page has this address. An address on another host counts if it has the same path
  /// there, as after a move of the site, or if the page states that host consistently.
  private func isAddress(_ declared: URL, confirmedBy linked: URL?, _ shared: URL?) -> Bool {
    if isSameSite(declared) || !url.isWebAddress { return true }
    let path = declared.path().trimmingSlash
    if path == url.path().trimmingSlash, !path.isEmpty { return true }
    guard let linked, let shared else { return false }
    return linked.displayHost == shared.displayHost
  }

  /// Whether an address is on the site of this page, such as its mobile or AMP edition.
  private func isSameSite(_ other: URL) -> Bool {
    let otherHost = other.displayHost
    return otherHost == host || SiteName.registered(otherHost) == SiteName.registered(host)
  }
}

extension SiteName {
  /// The registered part of a host: `example.co.uk` for `m.example.co.uk`. The whole host for an IP
  /// address.
  fileprivate static func registered(_ host: String) -> String {
    guard let label = label(ofHost: host),
      let range = host.range(of: "." + label + ".", options: .backwards)
    else { return host }
    return String(host[host.index(after: range.lowerBound)...])
  }
}

extension String {
  fileprivate var trimmingSlash: Substring { hasSuffix("/") ? dropLast() : self[...] }
}
