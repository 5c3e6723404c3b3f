package import Foundation
import Markup

/// The icons and colour in a web app manifest (https://www.w3.org/TR/appmanifest/).
package struct WebManifest {
  private let values: JSONValue
  private let url: URL

  /// Returns nil if the bytes aren't a JSON object.
  /// - Parameter url: the manifest's URL, which its addresses are relative to.
  package init?(json: Data, url: URL) {
    guard let value = JSONReader.values(in: String(decoding: json, as: UTF8.self)).first,
      case .object = value
    else { return nil }
    values = value
    self.url = url
  }

  /// Adds the theme colour if the page has none, and the best icon if it's larger than the page's.
  package func complete(_ metadata: inout LinkMetadata) {
    metadata.themeColor =
      metadata.themeColor ?? values["theme_color"]?.text.flatMap { LinkMetadata.Color(css: $0) }
    guard let best = icons.max() else { return }
    let known = metadata.icon.flatMap(\.width) ?? 0
    if (best.media.width ?? 0) > known, metadata.icons.allSatisfy({ $0.url != best.media.url }) {
      metadata.icons.insert(best.media, at: 0)
    }
  }

  /// Icons that work on any background. Maskable and monochrome icons are skipped, because they
  /// need a platform that shapes them.
  private var icons: [IconCandidate] {
    (values["icons"]?.elements ?? []).prefix(50).enumerated().compactMap { order, icon in
      let purposes = icon["purpose"]?.text?.split(separator: " ") ?? ["any"]
      guard purposes.contains("any"),
        let address = icon["src"]?.text, !Placeholder.stands(inAddress: address),
        let url = URL(webAddress: address, relativeTo: url), url.mayBePicture(of: self.url)
      else { return nil }
      let link = PageFacts.Link(
        relations: .icon, address: address, type: icon["type"]?.text?.lowercased(),
        sizes: icon["sizes"]?.text?.lowercased())
      return IconCandidate(link: link, url: url, order: order)
    }
  }
}
