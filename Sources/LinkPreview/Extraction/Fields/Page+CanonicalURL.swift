import Markup
import Foundation

extension Page {
  /// The page's canonical URL (RFC 6596), or its own URL without the fragment if it doesn't state
  /// one of its own site.
  var canonicalURL: URL {
    let linked = linkedAddress
    let shared = sharedAddress
    if let declared = linked ?? shared, isAddress(declared, confirmedBy: linked, shared) {
      return declared
    }
    if let shared, isSameSite(shared) { return shared }
    return url.withoutFragment
  }

  /// The address on another site that the page states as its canonical URL, though it isn't this
  /// page's: that of the page it's a copy of.
  var syndicationSource: URL? {
    guard let declared = linkedAddress ?? sharedAddress, declared != canonicalURL,
      !isSameSite(declared)
    else { return nil }
    return declared
  }

  private var linkedAddress: URL? {
    facts.links.lazy.filter { $0.rels.contains("canonical") }.compactMap { absolute($0.address) }
      .first
  }

  private var sharedAddress: URL? {
    (facts.allMetas("og:url") + facts.allMetas("twitter:url")).lazy.compactMap(absolute).first
  }

  /// Whether the address is this page's. One on another host is only if it has the same path there,
  /// as after a move of the site, or if the page never states another.
  private func isAddress(_ declared: URL, confirmedBy linked: URL?, _ shared: URL?) -> Bool {
    if isSameSite(declared) || !url.isWebAddress { return true }
    let path = declared.path().trimmingSlash
    if path == url.path().trimmingSlash, !path.isEmpty { return true }
    guard let linked, let shared else { return false }
    return linked.displayHost == shared.displayHost
  }

  /// Whether an address is on the site of this page, such as its mobile or AMP edition.
  private func isSameSite(_ other: URL) -> Bool {
    other.displayHost == url.displayHost || other.registeredHost == url.registeredHost
  }
}

extension URL {
  /// The part of the host that's registered: `example.co.uk` for `m.example.co.uk`. The whole host
  /// if it's an IP address.
  fileprivate var registeredHost: String {
    let host = displayHost
    guard let label = mainHostLabel,
      let place = host.range(of: "." + label + ".", options: .backwards)
    else { return host }
    return String(host[host.index(after: place.lowerBound)...])
  }
}

extension String {
  fileprivate var trimmingSlash: Substring { hasSuffix("/") ? dropLast() : self[...] }
}
