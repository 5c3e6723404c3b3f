import Markup
package import Foundation

extension Page {
  /// The icons that the page names, best first. The last one is the `/favicon.ico` that browsers
  /// request from every host.
  package var icons: [LinkMetadata.Media] {
    let named = facts.links.enumerated().compactMap { order, link -> IconCandidate? in
      guard !link.relations.isDisjoint(with: .icons), let url = picture(at: link.address)
      else {
        return nil
      }
      return IconCandidate(link: link, url: url, order: order)
    }
    let tile = facts.meta("msapplication-tileimage").flatMap(picture(at:)).map {
      LinkMetadata.Media(url: $0)
    }
    let customary = faviconURL.map { LinkMetadata.Media(url: $0) }
    var icons = named.sorted(by: >).prefix(Self.iconLimit).map(\.media)
    if icons.isEmpty, let tile { icons.append(tile) }
    if let customary, !icons.contains(where: { $0.url == customary.url }) {
      icons.append(customary)
    }
    return icons
  }

  /// Whether the page names a home screen icon. Those are large.
  package var namesHomeScreenIcon: Bool {
    facts.links.contains { $0.relations.contains(.homeScreenIcon) }
  }

  /// The maximum number of icons worth trying.
  private static let iconLimit = 32
}

extension URL {
  /// The address where browsers look for the icon if a site doesn't name one
  /// (https://html.spec.whatwg.org/#rel-icon).
  package var faviconURL: URL? { URL(webAddress: "/favicon.ico", relativeTo: self) }
}
